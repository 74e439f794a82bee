"""A process that computes parts of a task for another one: see ``local.Processes``."""

import os
import pickle
import sys
import traceback

from cruces.parallel.local import receive, send


def main() -> None:
    """Read the task, then numbers; answer each with whether it failed, and the result or error."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a player prints is no answer
    questions = sys.stdin.buffer
    pickled = receive(questions)
    if pickled is None:
        return
    task = pickle.loads(pickled)
    while (question := receive(questions)) is not None:
        try:
            answer = pickle.dumps((False, task(pickle.loads(question))))
        except Exception as error:
            answer = pickle.dumps((True, _portable(error)))
        send(answers, answer)


def _portable(error: Exception) -> Exception:
    """The error, or one that says the same, where it cannot be sent to another process."""
    try:
        copy = pickle.loads(pickle.dumps(error))
    except Exception:
        copy = None
    same = type(copy) is type(error)
    return error if same else RuntimeError("".join(traceback.format_exception(error)))


if __name__ == "__main__":
    main()
