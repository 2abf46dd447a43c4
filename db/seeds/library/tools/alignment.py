"""Finds the time of each word of a known text in a recording: forced alignment by pocketsphinx, with its own model."""
import re
from typing import NamedTuple

import numpy as np
import pocketsphinx
from scipy import signal

import voice
from scripts import as_spoken

RATE, FRAME_SECONDS = 16000, .01
SCORE_UNIT = 1024             # the decoder keeps acoustic scores shifted by ten bits
SENTENCE_SCORE = -7           # measured in one track: spoken sentences have at least -4.3, texts of other sentences at most -7.8
# misaki's phonemes (hibari's) in the recogniser's alphabet
ARPABET = {
    "A": "EY", "I": "AY", "O": "OW", "W": "AW", "Y": "OY", "æ": "AE", "ɑ": "AA", "ɔ": "AO", "ɛ": "EH", "ɜ": "ER", "ə": "AH",
    "ɐ": "AH", "ᵊ": "AH", "ʌ": "AH", "ɪ": "IH", "ᵻ": "IH", "i": "IY", "u": "UW", "ʊ": "UH", "b": "B", "d": "D", "f": "F",
    "ɡ": "G", "h": "HH", "j": "Y", "k": "K", "l": "L", "m": "M", "n": "N", "ŋ": "NG", "p": "P", "ɹ": "R", "s": "S",
    "ʃ": "SH", "t": "T", "T": "T", "v": "V", "w": "W", "z": "Z", "ʒ": "ZH", "ʤ": "JH", "ʧ": "CH", "ð": "DH", "θ": "TH",
}


def words_of(sentence):
    return re.findall(r"[a-z']+", as_spoken(sentence).lower())


class Word(NamedTuple):
    word: str
    start: float      # seconds
    end: float
    score: float      # see mean_score


class Aligner:
    def __init__(self):
        # Wide beams, because the text is known and only its times are searched. No second pass (bestpath), because it may
        # drop the last word after a silence. Levels per recording (batch), so that earlier ones have no effect. All senones,
        # so that a score is relative to the best-matching senone of each frame.
        self.decoder = pocketsphinx.Decoder(loglevel="FATAL", beam=1e-100, pbeam=1e-100, wbeam=1e-80, lm=None,
                                            bestpath=False, cmn="batch", compallsen=True)

    def learn(self, word):
        if self.decoder.lookup_word(word) is None:
            said = re.sub(r"ɜɹ", "ɜ", voice.phonemes_of(word))
            self.decoder.add_word(word, " ".join(ARPABET[sign] for sign in said if sign in ARPABET), True)

    def align(self, sound, words):
        """Returns the words with their times; None if the sound is too short for the text. Any other text is aligned too:
        only the scores show whether it is spoken."""
        for word in words:
            self.learn(word)
        pcm = (np.clip(sound, -1, 1) * 32767).astype("<i2").tobytes()
        self.decoder.set_align_text(" ".join(words))
        self.decoder.start_utt()
        self.decoder.process_raw(pcm, full_utt=True)
        self.decoder.end_utt()
        if self.decoder.hyp() is None:
            return None
        found = [aligned(part) for part in self.decoder.seg() if not part.word.startswith(("<", "["))]
        return found if [one.word for one in found] == words else None


def aligned(part):
    frames = part.end_frame + 1 - part.start_frame
    return Word(re.sub(r"\(\d+\)$", "", part.word), part.start_frame * FRAME_SECONDS, (part.end_frame + 1) * FRAME_SECONDS,
                np.log(part.ascore) * SCORE_UNIT / frames)


def mean_score(words):
    """Mean score of a sentence, weighted by word length. A score is the logarithm of a frame's likelihood relative to the best
    senone."""
    return np.average([one.score for one in words], weights=[one.end - one.start for one in words])


def at_rate(sound, rate):
    divisor = np.gcd(rate, RATE)
    return signal.resample_poly(sound, RATE // divisor, rate // divisor)
