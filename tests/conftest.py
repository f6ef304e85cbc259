"""What all tests share: Hypothesis without a stopwatch, since test machines are busy."""

from hypothesis import settings

# Made from the profile that is in force, so that CI keeps the same examples in every run.
settings.register_profile("passel", settings.default, deadline=None)
settings.load_profile("passel")
