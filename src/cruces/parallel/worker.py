"""A process that computes parts of a task for another one: see ``local.Processes``."""

import os
import pickle
import traceback
from queue import SimpleQueue
from threading import Thread
from typing import IO

from cruces.parallel.local import receive, send


def main() -> None:
    """Read the task, then numbers; answer each with whether it failed, and the result or error."""
    pipe, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)  # what a player reads is no question
    os.dup2(2, 1)  # what a player prints is no answer
    questions = SimpleQueue[bytes]()
    Thread(target=_listen, args=(pipe, questions), daemon=True).start()
    task = pickle.loads(questions.get())
    while True:
        question = questions.get()
        try:
            answer = pickle.dumps((False, task(pickle.loads(question))))
        except Exception as error:
            answer = pickle.dumps((True, _portable(error)))
        send(answers, answer)


def _listen(pipe: IO[bytes], questions: SimpleQueue[bytes]) -> None:
    """Pass questions on. When nobody is left to ask any, end, whatever is being computed."""
    while (question := receive(pipe)) is not None:
        questions.put(question)
    os._exit(0)


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
