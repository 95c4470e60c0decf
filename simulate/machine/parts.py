"""Helpers are compiled as parts of what calls them, and put into machine code once, with it.

numba makes a library of every function that it compiles: it optimises it with all that it calls,
puts it into machine code and wraps it for Python, although helpers are hardly ever called from
there.  So the helpers of a kernel cost far more time than the kernel itself.  A part is only
translated for LLVM; what calls it takes it in and optimises all together.  The first run of a
game takes half the time, and the kernels are as fast.
"""

from __future__ import annotations

from typing import Any

from llvmlite.binding import Linkage
from numba._dynfunc import make_function
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.typed_passes import InlineOverloads, NativeLowering, NopythonRewrites
from numba.core.untyped_passes import (
    FindLiterallyCalls,
    InlineClosureLikes,
    InlineInlinables,
    LiteralPropagationSubPipelinePass,
    LiteralUnroll,
    MakeFunctionToJitFunction,
    WithLifting,
)

#: Steps for what no part has, and each looks through all of a function for it: ``with``, functions
#: within functions, numba's ``literally`` and ``literal_unroll``, what numba itself should inline,
#: and expressions of whole arrays.
_NEVER_NEEDED = (
    WithLifting, InlineClosureLikes, MakeFunctionToJitFunction, InlineInlinables, InlineOverloads,
    FindLiterallyCalls, LiteralUnroll, LiteralPropagationSubPipelinePass, NopythonRewrites,
)


class _PartLibrary(JITCodeLibrary):
    """A function and what it calls, for what takes it in: neither optimised nor machine code."""

    def finalize(self) -> None:
        """Take in what the function calls."""
        for library in dict.fromkeys(self._linking_libraries):
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        for function in self._final_module.functions:
            # Several parts may bring the same function: it is kept once, and only if it is called.
            if not function.is_declaration and function.linkage == Linkage.external:
                function.linkage = "linkonce_odr"
        self._finalize_dynamic_globals()
        self._shared_module = self._final_module
        self._finalized = True


@register_pass(mutates_CFG=True, analysis_only=False)
class _PartLowering(NativeLowering):
    _name = "boneyard_part_lowering"

    def run_pass(self, state: Any) -> bool:
        """Translate a function for LLVM, and tell numba how others call it."""
        state.library = _PartLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        super().run_pass(state)
        lowered, library = state.cr, state.library
        library.finalize()
        # numba finds a function by an object that Python could call; there is nothing to call here.
        key = make_function(lowered.fndesc.lookup_module(), lowered.fndesc.qualname, "", 0,
                            lowered.env, (library,))
        state.targetctx.insert_user_function(key, lowered.fndesc, [library])
        state.cr = lowered._replace(cfunc=key)
        return True


class Part(CompilerBase):
    """numba's compiler for a function that only compiled functions call."""

    def define_pipelines(self) -> list[PassManager]:
        """Return the steps of compiling."""
        steps = DefaultPassBuilder.define_nopython_pipeline(self.state)
        steps.passes = [(_PartLowering if step is NativeLowering else step, told)
                        for step, told in steps.passes if step not in _NEVER_NEEDED]
        steps.finalize()
        return [steps]
