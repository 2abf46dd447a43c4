"""Sound at 48 kHz: filters, a synthetic hall, loudness, a limiter."""
import numpy as np
from scipy import signal
from scipy.ndimage import minimum_filter1d

RATE = 48000
_halls = {}


def gain(decibels):
    return 10 ** (decibels / 20)


def ramp(length, start, end, low=0, high=1):
    """Raised cosine from `low` to `high` between two samples."""
    position = np.clip((np.arange(length) - start) / max(1, end - start), 0, 1)
    return low + (high - low) * (.5 - .5 * np.cos(np.pi * position))


def fit(sound, length):
    """Cut or padded with silence, along time."""
    room = max(0, length - sound.shape[-1])
    return np.pad(sound[..., :length], [(0, 0)] * (sound.ndim - 1) + [(0, room)])


def low_pass(sound, hz, order=2):
    return signal.sosfilt(signal.butter(order, hz, "low", fs=RATE, output="sos"), sound, axis=-1)


def high_pass(sound, hz, order=2):
    return signal.sosfilt(signal.butter(order, hz, "high", fs=RATE, output="sos"), sound, axis=-1)


def to_rate(sound, rate):
    divisor = np.gcd(rate, RATE)
    return signal.resample_poly(sound, RATE // divisor, rate // divisor)


def hall(low_seconds, high_seconds, delay, seed):
    """Two impulse responses of band-wise exponentially decaying noise."""
    key = (low_seconds, high_seconds, delay, seed)
    if key not in _halls:
        length = int(RATE * low_seconds * 1.1)
        time = np.arange(length) / RATE
        _halls[key] = []
        for channel in range(2):
            noise = np.random.default_rng(seed + channel).standard_normal(length)
            response = np.zeros(length)
            edges = [60, 250, 700, 1600, 3500, 7000, 12000]
            for low, high in zip(edges[:-1], edges[1:]):
                centre = np.sqrt(low * high)
                weight = np.clip(np.log(centre / 150) / np.log(8000 / 150), 0, 1)
                decay = low_seconds * (1 - weight) + high_seconds * weight
                band = signal.butter(2, [low, high], "band", fs=RATE, output="sos")
                tone = signal.sosfilt(band, noise)
                tone /= np.sqrt((tone ** 2).mean())
                response += tone * 10 ** (-3 * time / decay) * (1.0 if centre < 3000 else .6 if centre < 6000 else .3)
            response *= 1 - np.exp(-time / .012)
            response = np.concatenate([np.zeros(int(delay * RATE)), response])
            response /= np.sqrt((response ** 2).sum())
            _halls[key].append(response)
    return _halls[key]


def reverb(sound, low_seconds=3.4, high_seconds=1.5, delay=.028, wet=.3, seed=7):
    responses = hall(low_seconds, high_seconds, delay, seed)
    out = np.zeros((2, sound.shape[1] + len(responses[0]) - 1))
    for channel in range(2):
        out[channel] = signal.oaconvolve(sound[channel], responses[channel])
    out = out * wet
    out[:, :sound.shape[1]] += sound * (1 - wet * .35)
    return out


def loudness(sound):
    """Integrated loudness, ITU-R BS.1770, in LUFS."""
    sound = np.atleast_2d(sound)
    shelf = ([1.53512485958697, -2.69169618940638, 1.19839281085285], [1, -1.69065929318241, 0.73248077421585])
    high = ([1, -2, 1], [1, -1.99004745483398, 0.99007225036621])
    weighted = signal.lfilter(*high, signal.lfilter(*shelf, sound, axis=-1), axis=-1)
    block, hop = int(.4 * RATE), int(.1 * RATE)
    energy = np.cumsum(np.r_[0, (weighted ** 2).sum(0)])
    power = np.array([(energy[i + block] - energy[i]) / block
                      for i in range(0, weighted.shape[1] - block, hop)]) + 1e-15
    level = -.691 + 10 * np.log10(power)
    gated = power[level > -70]
    if not len(gated):
        return -99
    relative = -.691 + 10 * np.log10(gated.mean()) - 10
    gated = power[(level > -70) & (level > relative)]
    return -.691 + 10 * np.log10(gated.mean())


def at_loudness(sound, lufs):
    return sound * gain(lufs - loudness(sound))


def limit(sound, ceiling, look=.02):
    """Keeps the four-times oversampled (true) peak under the ceiling, with a gain that moves within 20 ms."""
    sound = np.atleast_2d(sound)
    peak = np.abs(signal.resample_poly(sound, 4, 1, axis=-1)).max(0).reshape(-1, 4).max(1)
    reach = 2 * int(look * RATE / 2) + 1
    wanted = minimum_filter1d(np.minimum(1, ceiling / np.maximum(peak, 1e-9)), 2 * reach + 1)
    window = np.hanning(reach + 2)[1:-1]
    return sound * np.convolve(np.pad(wanted, reach // 2, "edge"), window / window.sum(), "valid")


def peaking(sound, hz, q, decibels):
    amplitude, omega = 10 ** (decibels / 40), 2 * np.pi * hz / RATE
    alpha = np.sin(omega) / 2 / q
    b = [1 + alpha * amplitude, -2 * np.cos(omega), 1 - alpha * amplitude]
    a = [1 + alpha / amplitude, -2 * np.cos(omega), 1 - alpha / amplitude]
    return signal.lfilter(np.array(b) / a[0], np.array(a) / a[0], sound)


def level_of(sound, seconds):
    """Level in dB, smoothed forwards and backwards, so that a gain derived from it has no delay."""
    keep = np.exp(-1 / (seconds * RATE))
    power = signal.filtfilt([1 - keep], [1, -keep], sound ** 2)
    return 10 * np.log10(np.maximum(power, 1e-10))


def compress(sound, threshold, ratio=2.0, seconds=.12):
    """Compresses slowly: the gain follows the phrase, not the syllable."""
    over = np.maximum(level_of(sound, seconds) - threshold, 0)
    return sound * gain(-over * (1 - 1 / ratio))


def de_ess(sound, hz=5200, under=15, most=7):
    """Reduces the hissing band by up to `most` dB where it is less than `under` dB below the phrase's level."""
    hiss = signal.sosfiltfilt(signal.butter(2, hz, "high", fs=RATE, output="sos"), sound)
    over = level_of(hiss, .004) - (level_of(sound, .25) - under)
    return sound - hiss * (1 - gain(-np.clip(over, 0, most)))
