"""An import contract whose modules are found: packages of a folder that know nothing of each other.
"""

from typing import Any

from importlinter import ContractCheck, fields
from importlinter.contracts.independence import IndependenceContract
from importlinter.domain.imports import ModuleExpression


class IndependentPackages(IndependenceContract):
    """The packages of ``parent`` do not import one another."""

    type_name = "independent_packages"
    parent = fields.StringField()
    modules = fields.SetField(subfield=fields.ModuleExpressionField(), required=False)

    def check(self, graph: Any, verbose: bool) -> ContractCheck:
        self.modules = {ModuleExpression(name) for name in graph.find_children(self.parent)
                        if graph.find_children(name)}
        return super().check(graph, verbose)
