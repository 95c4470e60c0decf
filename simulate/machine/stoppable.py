"""Loops of a person's own decision can be stopped from outside: each turn looks at a flag.

Compiled code hears no signal, and a loop without an end never returns to Python.  So a look
at a flag is put at the head of every loop of a decision, and of what it calls, before numba
compiles it.  The library's own decisions are left as they are, since they always end.
"""

from __future__ import annotations

from typing import Any

from numba import types
from numba.core import ir
from numba.core.analysis import compute_cfg_from_blocks
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.untyped_passes import FixupArgs
from numba.extending import intrinsic

from simulate.machine.jit import numba
from simulate.machine.stop_flag import FLAG, StoppedThinking

_ADDRESS = FLAG.ctypes.data


@intrinsic
def _flag(typingctx: Any) -> Any:
    """Read the flag anew: atomic, so that no compiler takes the look out of a loop."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        integer = context.get_value_type(types.int64)
        place = builder.inttoptr(context.get_constant(types.int64, _ADDRESS), integer.as_pointer())
        return builder.load_atomic(place, "monotonic", 8)

    return types.int64(), codegen


@numba.njit
def _look() -> None:
    if _flag():
        raise StoppedThinking("stopped")


@register_pass(mutates_CFG=False, analysis_only=False)
class _LookInLoops(FunctionPass):
    _name = "boneyard_look_in_loops"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        """Put a look at the flag at the head of every loop."""
        code = state.func_ir
        heads = {loop.header for loop in compute_cfg_from_blocks(code.blocks).loops().values()}
        for head in heads:
            block = code.blocks[head]
            look = block.scope.redefine("$boneyard_look", block.loc)
            done = block.scope.redefine("$boneyard_looked", block.loc)
            steps = ((ir.Global("_look", _look, block.loc), look),
                     (ir.Expr.call(look, (), (), block.loc), done))
            for value, name in steps:
                code._definitions[name.name].append(value)
            block.body[:0] = [ir.Assign(value, name, block.loc) for value, name in steps]
        return bool(heads)


class Stoppable(CompilerBase):
    """numba's compiler, with looks at the flag in loops."""

    def define_pipelines(self) -> list[Any]:
        """Return the steps of compiling."""
        steps = DefaultPassBuilder.define_nopython_pipeline(self.state)
        steps.add_pass_after(_LookInLoops, FixupArgs)
        steps.finalize()
        return [steps]
