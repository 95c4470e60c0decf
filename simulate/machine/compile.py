"""All that the project takes of numba's and llvmlite's insides: no other file imports them.

The rest goes through numba's documented doors: options of ``njit``, ``numba.extending`` and
intrinsics. What stands here beside them:

- compiled code on disk, in files that are checked (``Kept``);
- one rule: what is copied to where it is called is one function for all constants
  (``_translate_once_for_any_constant``), without which the first hand takes a sixth longer;
- names of attributes that a type knows itself (``attributes``);
- functions called by address (``entry``, ``call_entry``);
- a step of numba's compiler, which its manual lets one add: loops of a person's own decision
  can be stopped, and helpers that call themselves have an end (``Stoppable``);
- where ``print`` of such a decision writes to (``_prints_to_stderr``).

numba takes longer to import than most commands take to answer, so nothing that only describes
a game or a strategy imports this module: see ``simulate.machine.compiling``.
"""

import hashlib
import logging
import pickle
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numba
import numpy as np
from llvmlite import binding, ir
from numba import types
from numba.core import cgutils
from numba.core import ir as numba_ir
from numba.core.caching import NullCache
from numba.core.compiler import CompilerBase, CompileResult, DefaultPassBuilder
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.dispatcher import Dispatcher
from numba.core.errors import ConstantInferenceError
from numba.core.event import Listener, register
from numba.core.pythonapi import PythonAPI
from numba.core.registry import cpu_target
from numba.core.runtime import rtsys
from numba.core.serialize import dumps
from numba.core.sigutils import normalize_signature
from numba.core.typing.templates import AttributeTemplate
from numba.core.untyped_passes import FixupArgs
from numba.extending import infer_getattr, intrinsic, lower_getattr_generic
from numba.np.arrayobj import populate_array

from simulate.machine.compiling import Compiled, on_compile
from simulate.machine.interrupting import FLAG, StoppedThinking, interrupts_held
from simulate.machine.sources import KeptFiles, folder_in_use, is_ours, source_hash

__all__ = ["UNWRAPPED", "attributes", "binding", "call_entry", "entry", "helper",
           "inlined", "ir", "kept", "kernel", "know", "numba", "part_of", "populate_array",
           "stoppable", "type_of"]

log = logging.getLogger("boneyard")


def know() -> None:
    """Let numba know the declarations of modules imported for what is being compiled."""
    cpu_target.typing_context.refresh()
    cpu_target.target_context.refresh()


def type_of(value: Any) -> Any:
    """Return the type that a compiled function has where another one names it."""
    if not isinstance(value, Dispatcher):
        know()  # an instruction that has just been imported
    return cpu_target.typing_context.resolve_value_type(value)


def attributes(kind: type, typed: Callable[[Any, str], Any], load: Callable[..., Any]) -> None:
    """Give values of a class of numba's types attributes: of type ``typed(type, name)``, None if
    there is none, loaded by ``load(context, builder, type, value, name)``."""

    @infer_getattr
    class Attributes(AttributeTemplate):
        key = kind

        def generic_resolve(self, value: Any, name: str) -> Any:
            return typed(value, name)

    lower_getattr_generic(kind)(load)


# Ctrl-C waits while machine code is made: pieces of code change hands between Python and LLVM, and
# an interruption between the two steps of that frees a piece twice, which ends the process.


class _Shield(Listener):
    """Holds interruptions during the passes of the compiler that call LLVM."""

    def __init__(self) -> None:
        self._held: list[AbstractContextManager[None]] = []

    def on_start(self, event: Any) -> None:
        if "lowering" in event.data["name"]:
            self._held.append(interrupts_held())
            self._held[-1].__enter__()

    def on_end(self, event: Any) -> None:
        if "lowering" in event.data["name"]:
            self._held.pop().__exit__(None, None, None)


register("numba:run_pass", _Shield())
with interrupts_held():
    rtsys.initialize(cpu_target.target_context)  # numba's own code, which no pass makes

# Compiled code on disk. numba keeps an index and numbered files beside it; a damaged index ends the
# run, and two processes that write at once can exchange their files. A file of ours is named for
# what it holds, replaced in one step and carries a checksum. What cannot be read is compiled again,
# and what cannot be written is not kept: a cache never ends a run.


#: Folders that a warning was logged for: nothing can be kept there.
_told_of: set[Path] = set()


def _warn(error: Exception) -> None:
    """Warn once that compiled code cannot be kept."""
    folder = folder_in_use()
    if folder not in _told_of:
        _told_of.add(folder)
        reason = getattr(error, "strerror", None) or f"{type(error).__name__}: {error}"
        log.warning("compiled code cannot be kept in %r (%s): this run compiles what it needs",
                    str(folder), reason)


class Kept(NullCache):
    """What numba asks for the compiled code of a function."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function

    @cached_property
    def _files(self) -> KeptFiles:
        """The function's files: looked for when it is compiled, which may be never."""
        function, code = self._function, self._function.__code__
        written = Path(code.co_filename)
        # Ours are among the sources; another game's file may be edited by itself.
        edited = None if is_ours(function) or not written.exists() else written.stat().st_mtime_ns
        name = f"{function.__module__}.{function.__qualname__}".replace("<", "").replace(">", "")
        return KeptFiles(
            folder_in_use(), f"{name}-{code.co_firstlineno}",
            (source_hash(), numba.__version__, edited), "it is compiled again")

    def _key(self, sig: Any, codegen: Any) -> tuple[Any, ...]:
        cells = tuple(cell.cell_contents for cell in self._function.__closure__ or ())
        behind = hashlib.sha256(dumps(cells)).hexdigest() if cells else ""
        return sig, codegen.magic_tuple(), self._function.__code__.co_code, behind

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return compiled code, or None if no usable code is kept."""
        try:
            body = self._files.load(self._key(sig, target_context.codegen()))
            if body is not None:
                with interrupts_held():
                    loaded = CompileResult._rebuild(target_context, *pickle.loads(body))
                # Classes made while a program runs, as those of views are, are read as others.
                return loaded._replace(signature=loaded.signature.replace(
                    args=normalize_signature(sig)[0]))
            for call in on_compile:
                call()
            return None
        except MemoryError:
            raise
        except Exception as error:  # whatever is wrong with a file, it can be made again
            _warn(error)
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep compiled code if that is possible."""
        if data.library.has_dynamic_globals:  # addresses of this process
            return
        try:
            self._files.save(self._key(sig, data.codegen), dumps(data._reduce()))
        except OSError as error:
            _warn(error)

    def flush(self) -> None:
        """Forget everything that is kept of the function."""
        self._files.keep(0)


def kept(function: Callable[..., Any], dispatcher: Any) -> Any:
    """Let compiled code of a function be kept on disk."""
    dispatcher._cache = Kept(function)
    return dispatcher


# What is compiled with what calls it: nothing wraps it for Python or C.

UNWRAPPED = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def _kept_if_ours(function: Callable[..., Any], dispatcher: Any) -> Any:
    """Let what is compiled of a function of ours be kept, where Python calls it."""
    return kept(function, dispatcher) if is_ours(function) else dispatcher


def helper(function: Callable[..., Any]) -> Any:
    """Compile a small function that kernels and strategies call."""
    return _kept_if_ours(function, numba.njit(error_model="numpy", nogil=True)(function))


def inlined(function: Callable[..., Any]) -> Any:
    """Compile a short function that is always copied to where it is called."""
    return _kept_if_ours(
        function, numba.njit(error_model="numpy", nogil=True, forceinline=True)(function))


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a session kernel: releases the GIL, kept on disk."""
    return kept(function, numba.njit(
        error_model="numpy", nogil=True, no_cfunc_wrapper=True)(function))


def _again(dispatcher: Any, **options: Any) -> Any:
    """Compile a function anew, with its own options and others."""
    own = {name: value for name, value in dispatcher.targetoptions.items()
           if name not in ("nopython", "boundscheck")}
    return numba.njit(**{**own, **options})(dispatcher.py_func)


@cache
def part_of(dispatcher: Any) -> Any:
    """Return a helper as other compiled functions take it in: nothing wraps it for Python or C."""
    function = dispatcher.py_func
    if function.__name__ in function.__code__.co_names:
        return dispatcher  # calls itself: numba looks for it by name
    part = _again(dispatcher, **UNWRAPPED)
    if dispatcher.targetoptions.get("forceinline"):
        _translate_once_for_any_constant(part)
    return part


def _translate_once_for_any_constant(part: Any) -> None:
    """Let a part be one function for all constants that it is called with.

    numba makes one for each. What is copied to where it is called meets its constants there.
    """
    find, plain = part.get_call_template, types.unliteral

    def _find(args: Any, kws: Any) -> Any:
        return find(tuple(map(plain, args)), {name: plain(kind) for name, kind in kws.items()})

    part.get_call_template = _find


# Functions that others call by address, so that these are compiled once for all.


def entry(compiled: Any, signature: tuple[Any, ...]) -> int:
    """Return the address of a function that is compiled for such arguments."""
    overload = compiled.overloads[signature]
    return overload.library.get_pointer_to_function(overload.fndesc.llvm_func_name)


def call_entry(
    context: Any, builder: Any, address: Any, answer: Any, signature: tuple[Any, ...], args: Any
) -> Any:
    """Call the function at an address; its exceptions are those of the caller."""
    convention = context.call_conv
    function_type = convention.get_function_type(answer, signature)
    function = builder.inttoptr(address, function_type.as_pointer())
    status, answered = convention.call_function(builder, function, answer, signature, args)
    with builder.if_then(status.is_error, likely=False):
        convention.return_status_propagate(builder, status)
    return answered


# Loops of a person's own decision can be stopped from outside. Compiled code gets no signal, and a
# loop without an end never returns to Python. So a look at a flag is put at the head of every loop
# of a decision, and of what it calls, before numba compiles it. The library's own decisions are
# left as they are, since they always end.


@intrinsic
def _flag(typingctx: Any) -> Any:
    """Read the flag anew: atomic, so that no compiler takes the look out of a loop."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        integer = context.get_value_type(types.int64)
        address = context.get_constant(types.int64, FLAG.ctypes.data)
        place = builder.inttoptr(address, integer.as_pointer())
        return builder.load_atomic(place, "monotonic", 8)

    return types.int64(), codegen


@numba.njit
def _look() -> None:
    if _flag():
        raise StoppedThinking("stopped")


# A helper that calls itself without an end would overflow the stack, which ends the process without
# a word. So helpers that call others count how deep they are, each thread for itself.

#: How deep they may be: far deeper than any hand goes, and far from the end of a stack.
_DEEPEST = 5_000
#: How deep each thread is, by its number.
_depths = np.zeros(4096, np.int64)


@intrinsic
def _deeper(typingctx: Any, by: Any) -> Any:
    """Change the depth of this thread, or begin anew by 0; return it."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        integer = context.get_value_type(types.int64)
        whose = cgutils.get_or_insert_function(
            builder.module, ir.FunctionType(integer, []), "pthread_self")
        number = builder.lshr(builder.call(whose, []), integer(12))  # it is the place of a page
        place = builder.add(builder.shl(builder.and_(number, integer(len(_depths) - 1)),
                                        integer(3)), integer(_depths.ctypes.data))
        kept = builder.inttoptr(place, integer.as_pointer())
        same = builder.icmp_signed("==", args[0], integer(0))
        depth = builder.select(same, args[0], builder.add(builder.load(kept), args[0]))
        builder.store(depth, kept)
        return depth

    return types.int64(types.int64), codegen


@numba.njit
def _begin() -> None:
    _deeper(0)


@numba.njit
def _leave() -> None:
    _deeper(-1)


def _entering(name: str) -> Any:
    """Return what a helper that calls itself begins with."""
    message = f"{name} calls itself without an end"

    @numba.njit
    def enter() -> None:
        if _deeper(1) > _DEEPEST:
            raise RecursionError(message)

    return enter


def _count_depth(code: Any, function: Callable[..., Any]) -> None:
    """Let a helper that calls others count how deep it is, and a decision begin anew."""
    first = code.blocks[min(code.blocks)]
    after = sum(isinstance(step, numba_ir.Assign) and isinstance(step.value, numba_ir.Arg)
                for step in first.body)
    if function not in {one.py_func for one in _anew}:
        _insert(code, first, after, _begin)
        return
    _insert(code, first, after, _entering(function.__qualname__))
    for block in code.blocks.values():
        if isinstance(block.terminator, numba_ir.Return):
            _insert(code, block, len(block.body) - 1, _leave)


def _insert(code: Any, block: Any, at: int, function: Any) -> None:
    """Put a call of a function without arguments into a block."""
    name = block.scope.redefine("$boneyard_call", block.loc)
    done = block.scope.redefine("$boneyard_called", block.loc)
    steps = ((numba_ir.Global("_inserted", function, block.loc), name),
             (numba_ir.Expr.call(name, (), (), block.loc), done))
    for value, target in steps:
        code._definitions[target.name].append(value)
    block.body[at:at] = [numba_ir.Assign(value, target, block.loc) for value, target in steps]


# What a decision prints would stand among the answers.


@contextmanager
def _prints_to_stderr() -> Iterator[None]:
    """Let what is compiled here print to standard error."""

    def written(api: Any, words: Any, *args: Any) -> Any:
        kind = ir.FunctionType(ir.VoidType(), [api.cstring], var_arg=True)
        return api.builder.call(api._get_function(kind, name="PySys_FormatStderr"), (words, *args))

    plain, PythonAPI.sys_write_stdout = PythonAPI.sys_write_stdout, written
    try:
        yield
    finally:
        PythonAPI.sys_write_stdout = plain


#: What the decision that is being compiled calls of a person's own, as it is compiled with it: what
#: the person has is left as it is.
_anew: dict[Any, Any] = {}


def _own_anew(value: Any) -> Any:
    """Return what a decision calls in place of a person's own function; None for all else."""
    if isinstance(value, Compiled):
        value = value.compiled
    if not isinstance(value, Dispatcher) or is_ours(value.py_func):
        return None
    if value in _anew.values():
        return value  # where a branch among the arguments gives it a second name
    if value not in _anew:
        _anew[value] = _again(value, boundscheck=True, pipeline_class=Stoppable, **UNWRAPPED)
    return _anew[value]


def _call_anew(code: Any) -> bool:
    """Compile a person's own functions with the decision; return whether there are any."""
    calls = False
    for block in code.blocks.values():
        for step in block.find_insts(numba_ir.Assign):
            try:
                found = _own_anew(code.infer_constant(step.target))
            except ConstantInferenceError:
                continue
            if found is not None:
                step.value = numba_ir.Global(step.target.name, found, step.loc)
                code._definitions[step.target.name], calls = [step.value], True
    return calls


def _look_in_loops(code: Any) -> None:
    """Put a look at the flag at the head of every loop: where the code goes back to."""
    heads = {target for label, block in code.blocks.items()
             for target in block.terminator.get_targets() if target <= label}
    for block in map(code.blocks.get, heads):
        _insert(code, block, 0, _look)


@register_pass(mutates_CFG=False, analysis_only=False)
class _CanBeStopped(FunctionPass):
    _name = "boneyard_can_be_stopped"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        """Change a function before it is compiled."""
        calls = _call_anew(state.func_ir)
        _look_in_loops(state.func_ir)
        if calls:
            _count_depth(state.func_ir, state.func_id.func)
        return True


class Stoppable(CompilerBase):
    """numba's compiler, with looks at the flag in loops."""

    def compile_extra(self, func: Any) -> Any:
        """Compile a function."""
        with _prints_to_stderr():
            return super().compile_extra(func)

    def define_pipelines(self) -> list[Any]:
        """Return the steps of compiling."""
        steps = DefaultPassBuilder.define_nopython_pipeline(self.state)
        steps.add_pass_after(_CanBeStopped, FixupArgs)
        steps.finalize()
        return [steps]


def stoppable(function: Callable[..., Any]) -> Any:
    """Compile a person's own function, with all that it calls, anew in each process: constants and
    helpers may have changed. Indices are checked, so that a wrong one is an error."""
    _anew.clear()
    return numba.njit(boundscheck=True, pipeline_class=Stoppable, **UNWRAPPED)(function)
