"""All that a person reads of some sections, as one text."""

from reports.page.document import Cell


def words_shown(sections):
    """Return titles, sentences, captions, notes, headings and cells, a line each."""
    lines = []
    for section in sections:
        lines += [section.title, *section.answer, *(one.caption for one in section.pictures)]
        for table in section.tables:
            lines += [table.title, table.note, *(column.title for column in table.columns)]
            lines += [cell.text for row in table.rows() for cell in row if isinstance(cell, Cell)]
    return "\n".join(lines)
