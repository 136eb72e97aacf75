"""Why a question is not answered, each with its code. What is wrong with the question itself is a `BadInput`."""

from __future__ import annotations

from crossfelt.service.refusals import RefusalCode, Refused


class WorkersBusy(Refused):
    """The queue is full, so this question isn't taken."""

    def __init__(self) -> None:
        super().__init__(RefusalCode.WORKERS_BUSY, "too many questions wait already: ask again in a moment")


class AlreadyAsking(Refused):
    """The client asks a second question while its first is not answered."""

    def __init__(self) -> None:
        super().__init__(RefusalCode.ALREADY_ASKING, "your last question is not answered yet: one at a time")


class JobTooLong(Refused):
    """The answer was not found within the time that this kind of question has."""

    def __init__(self, most_seconds: float) -> None:
        message = f"no answer within {most_seconds:g} seconds, the most that such a question gets: ask for less"
        super().__init__(RefusalCode.THOUGHT_TOO_LONG, message, seconds=most_seconds)


class JobFailed(Refused):
    """The worker process ended, could not be started, or made a mistake."""

    def __init__(self, message: str = "the question could not be answered; the log of the server says more") -> None:
        super().__init__(RefusalCode.THOUGHT_FAILED, message)
