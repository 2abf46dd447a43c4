"""Reads the narration scripts in ../texts: a head of `key: value` lines, then sections.

    # name (Reference)     starts a section; the reference is optional
    = name                 says an earlier section again, with the same recording
    ~                      one pause more: room to breathe, or to say it herself
    anything else          one thought: its sentences follow each other within a breath
"""
import os
import re
from dataclasses import dataclass, field

ONES = ("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
        "fifteen sixteen seventeen eighteen nineteen").split()
TENS = "zero ten twenty thirty forty fifty sixty seventy eighty ninety".split()


@dataclass
class Thought:
    text: str
    pauses: int = 1

    @property
    def sentences(self):
        return re.split(r"(?<=[.!?])\s+", self.text)


@dataclass
class Section:
    name: str
    reference: str | None
    thoughts: list[Thought] = field(default_factory=list)

    @property
    def sentences(self):
        return [sentence for thought in self.thoughts for sentence in thought.sentences]


@dataclass
class Script:
    slug: str
    minutes: int
    pace: float
    pause: float
    music: list[str]
    sections: list[Section]
    order: list[str]


def read_script(path):
    head, sections, order = {}, [], []
    for line in (raw.strip() for raw in open(path, encoding="utf-8")):
        if not line:
            continue
        if line.startswith("#"):
            name, reference = re.fullmatch(r"# ([^(]+?)(?: \((.+)\))?", line).groups()
            assert name not in order, f"{path}: section {name} is defined twice"
            sections.append(Section(name, reference))
            order.append(name)
        elif line.startswith("= "):
            assert line[2:] in order, f"{path}: {line} repeats a section not yet said"
            order.append(line[2:])
        elif not sections:
            key, value = line.split(": ", 1)
            head[key] = value
        elif line == "~":
            sections[-1].thoughts[-1].pauses += 1
        else:
            sections[-1].thoughts.append(Thought(line))
    slug = os.path.basename(path).removesuffix(".txt")
    return Script(slug, int(head["minutes"]), float(head["pace"]), float(head["pause"]), head["music"].split(), sections, order)


def number_in_words(number):
    hundreds, rest = divmod(number, 100)
    words = [ONES[hundreds], "hundred"] if hundreds else []
    if rest >= 20:
        words.append(TENS[rest // 10])
        rest %= 10
    if rest or not words:
        words.append(ONES[rest])
    return " ".join(words)


def as_spoken(sentence):
    return re.sub(r"\d+", lambda found: number_in_words(int(found.group())), sentence)
