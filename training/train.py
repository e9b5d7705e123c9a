#!/usr/bin/env python3
"""Trains one vector a stem on the pairs that pairs.py took, and writes them as a table of small numbers.

Usage: training/train.py [--steps N] [--jobs N] [--to FILE]
A query is the sum of its words' vectors, a definition the weighted sum of its fields' normalised sums; both are brought to length 1,
and what belongs together is drawn together within batches, of which each holds many pairs of few packages. In a share of the
steps what the words alone say is added to the square of the similarity, as in `search`, so that vectors learn what words do not
say. The table is the mean of several runs that begin alike and see the pairs in other orders. The number of steps and the seeds
are fixed, and so is the order of every sum: the same pairs give the same table.
"""

import argparse
import array
import collections
import hashlib
import json
import multiprocessing
import os
import pathlib
import struct
import sys

for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ.setdefault(variable, "1")

import numba
import numpy as np

from fetch import CACHE
from words import STOP, stem, stem_hash

PAIRS = CACHE / "pairs.jsonl"
TABLE = pathlib.Path(__file__).resolve().parent.parent / "src/engine/search/meaning.bin"

DIMENSIONS = 128
LEAST_COUNT = 4
MOST_STEMS = 13_975
BATCH, CHUNK = 1024, 512
TEMPERATURE = 0.06
RATE = 0.01
# How often each field takes part, so that none is relied on alone: name, around, signature, body, the rest of the documentation.
KEPT = (0.9, 0.8, 0.9, 0.9, 0.35)
FIRST_WEIGHTS = (1.2, 0.6, 0.8, 0.8, 0.6)
FIELDS = 4
# How often the query is the first sentence, where there are others, and how often the score of words takes part.
FIRST_SENTENCE = 0.8
WITH_WORDS = 0.5
# Of the square of the similarity beside the score of words, as in rank.rs.
MEANING = 1.1
RUNS = 4
# Of each field, for the score of words: as in rank.rs, its weight, its usual length, and how much the length matters.
OF_WORDS = ((3.0, 2.5, 0.0), (3.0, 2.5, 0.0), (3.0, 12.0, 0.2), (1.0, 30.0, 0.9))
SATURATION, MIN_COVERAGE, NAME_BONUS = 1.6, 0.55, 0.55
# Packages that are only looked at: one in so many, by the hash of the name. Of each at most so many definitions.
HELD_OUT = 20
MOST_CHECKED = 2000


class Rows:
    """Lists of stems with values, one after the other."""

    def __init__(self, starts, stems, values=None):
        self.starts, self.stems = np.asarray(starts, np.int64), np.asarray(stems, np.int32)
        # Without values of its own each has the same, and the row length 1.
        lengths = np.diff(self.starts)
        self.values = np.repeat(1 / np.sqrt(np.maximum(lengths, 1)), lengths).astype(np.float32) if values is None else np.asarray(values, np.float32)

    @classmethod
    def of(cls, lists) -> "Rows":
        starts = np.zeros(len(lists) + 1, np.int64)
        starts[1:] = np.cumsum([len(one) for one in lists])
        return cls(starts, np.concatenate([np.asarray(one, np.int32) for one in lists]) if len(lists) else ())

    def row(self, at: int) -> np.ndarray:
        return self.stems[self.starts[at]:self.starts[at + 1]]

    def some(self, rows: np.ndarray) -> "Rows":
        """Returns the given rows in their order."""
        lengths = np.diff(self.starts)[rows]
        starts = np.concatenate([[0], np.cumsum(lengths)])
        return Rows(starts, self.stems[np.arange(starts[-1]) + np.repeat(self.starts[rows] - starts[:-1], lengths)])


class Lists:
    """Lists of numbers that grow."""

    def __init__(self):
        self.numbers, self.lengths = array.array("i"), array.array("i")

    def add(self, numbers) -> None:
        before = len(self.numbers)
        self.numbers.extend(numbers)
        self.lengths.append(len(self.numbers) - before)

    def arrays(self) -> tuple[np.ndarray, np.ndarray]:
        """The numbers, and the list of each."""
        lengths = np.frombuffer(self.lengths, np.int32)
        return np.frombuffer(self.numbers, np.int32), np.repeat(np.arange(len(lengths)), lengths)


class Pairs:
    """All pairs: the package of each, whether it is a file, its sentences, its fields, and what words say of it."""

    def __init__(self, path: pathlib.Path):
        known = collections.defaultdict(lambda: len(known))
        packages, is_file, first = [], [], [0]
        said, fields, every = Lists(), [Lists() for _ in range(FIELDS)], Lists()
        for line in path.open():
            pair = json.loads(line)
            packages.append(pair["package"])
            is_file.append(not pair["fields"][2])
            of_said = [[known[one] for one in sentence] for sentence in pair["said"]]
            of_fields = [[known[one] for one in field] for field in pair["fields"]]
            for sentence in of_said:
                said.add(sentence)
            first.append(first[-1] + len(of_said))
            for list_of, field in zip(fields, of_fields):
                list_of.add(field)
            every.add(set().union(*of_said, *of_fields))
        names = list(known)
        count = np.bincount(every.arrays()[0], minlength=len(names))
        common = [one for one in range(len(names)) if count[one] >= LEAST_COUNT and not names[one].isdigit()]
        common = sorted(common, key=lambda one: (-count[one], names[one]))[:MOST_STEMS]
        self.stems = [names[one] for one in common]
        row_of = np.full(len(names), -1, np.int32)
        row_of[common] = np.arange(len(common))
        stop = {stem(word) for word in STOP}
        self.is_stop = np.array([one in stop for one in self.stems])
        self.packages, self.is_file, self.first = np.array(packages), np.array(is_file), np.array(first)
        self.said = self.known_of(said, row_of)
        cell = np.unique(np.repeat(np.arange(first[-1]), np.diff(self.said.starts)) * len(common) + self.said.stems)
        cell = cell[~self.is_stop[cell % len(common)]]
        self.asked = Rows(starts_of(cell // len(common), first[-1]), cell % len(common))
        self.fields, self.words, self.names = self.of_fields(fields, row_of)
        self.idf = np.log(1 + len(packages) / (1 + count[common])).astype(np.float32)
        held = {name for name in set(packages) if int(hashlib.sha256(name.encode()).hexdigest()[:8], 16) % HELD_OUT == 0}
        self.is_held = np.array([name in held for name in packages])

    def known_of(self, lists: Lists, row_of: np.ndarray) -> Rows:
        numbers, owner = lists.arrays()
        stems = row_of[numbers]
        kept = stems >= 0
        return Rows(starts_of(owner[kept], len(lists.lengths)), stems[kept])

    def of_fields(self, lists: list[Lists], row_of: np.ndarray) -> tuple[list[Rows], Rows, np.ndarray]:
        """The vectors of each field; how often each pair holds each stem, weighted by field as in rank.rs; and the share of the name that it is."""
        number, stems = len(self.packages), len(self.stems)
        fields, cells, totals, shares = [], [], [], []
        for which, (list_of, (weight, usual, matters)) in enumerate(zip(lists, OF_WORDS)):
            numbers, owner = list_of.arrays()
            known = row_of[numbers]
            kept = known >= 0
            cell, times = np.unique(owner[kept] * stems + known[kept], return_counts=True)
            owner, value = cell // stems, np.log2(1 + times)
            length = np.sqrt(np.bincount(owner, value * value, number))
            fields.append(Rows(starts_of(owner, number), cell % stems, value / length[owner]))
            whole = np.frombuffer(list_of.lengths, np.int32)
            norm = np.maximum(0.4, 1 - matters + matters * whole / usual)
            cells.append(cell)
            totals.append(weight / norm[owner] * (1 if which == 1 else times))
            shares.append(times / np.maximum(1, whole[owner]) if which == 0 else np.zeros(len(cell)))
        cell, place = np.unique(np.concatenate(cells), return_inverse=True)
        total = np.bincount(place, np.concatenate(totals))
        names = np.bincount(place, np.concatenate(shares)).astype(np.float32)
        return fields, Rows(starts_of(cell // stems, number), cell % stems, total / (SATURATION + total)), names

    def queries(self, sentences) -> Rows:
        """The words of sentences, each once, without those that say nothing."""
        return self.asked.some(sentences)

    def documentation(self, rows, chosen, kept) -> Rows:
        """All that is said of each pair but the chosen sentence; nothing where the field takes no part."""
        others = []
        for row, sentence, is_kept in zip(rows, chosen, kept):
            rest = [self.said.row(other) for other in range(self.first[row], self.first[row + 1]) if other != sentence and is_kept]
            others.append(np.concatenate(rest) if rest else ())
        return Rows.of(others)


def starts_of(owner: np.ndarray, number: int) -> np.ndarray:
    """Where the entries of each list begin, given the list of each entry in order."""
    return np.concatenate([[0], np.cumsum(np.bincount(owner, minlength=number))])


@numba.njit
def gather(starts, stems, values, rows, kept, vectors, out):
    """Adds the vectors of each row's stems."""
    for at in range(len(rows)):
        if kept[at]:
            for entry in range(starts[rows[at]], starts[rows[at] + 1]):
                for dimension in range(vectors.shape[1]):
                    out[at, dimension] += values[entry] * vectors[stems[entry], dimension]


@numba.njit
def scatter(starts, stems, values, rows, kept, slopes, weight, out):
    """Adds the slope of each row to its stems."""
    for at in range(len(rows)):
        if kept[at]:
            for entry in range(starts[rows[at]], starts[rows[at] + 1]):
                value = values[entry] * weight
                for dimension in range(slopes.shape[1]):
                    out[stems[entry], dimension] += value * slopes[at, dimension]


@numba.njit
def adam(what, first, second, slope, rate, step):
    one, two = np.float32(1 - 0.9**step), np.float32(1 - 0.99**step)
    for row in range(what.shape[0]):
        for column in range(what.shape[1]):
            value = slope[row, column]
            first[row, column] = np.float32(0.9) * first[row, column] + np.float32(0.1) * value
            second[row, column] = np.float32(0.99) * second[row, column] + np.float32(0.01) * value * value
            what[row, column] -= np.float32(rate) * (first[row, column] / one) / (np.sqrt(second[row, column] / two) + np.float32(1e-8))


@numba.njit
def score_of_words(query_starts, query_stems, idf, starts, stems, frequencies, names, rows, out):
    """What the words of each query say of each row: a simple form of the score of rank.rs."""
    number = len(rows)
    total = 0
    for row in rows:
        total += starts[row + 1] - starts[row]
    # The entries of each stem are a list from its head on.
    heads, following = np.full(len(idf), -1, np.int64), np.empty(total, np.int64)
    owner, entry_of = np.empty(total, np.int32), np.empty(total, np.int64)
    used = 0
    for at in range(number):
        for entry in range(starts[rows[at]], starts[rows[at] + 1]):
            following[used], heads[stems[entry]] = heads[stems[entry]], used
            owner[used], entry_of[used] = at, entry
            used += 1
    relevance, covered, named, share = (np.zeros(number, np.float32), np.zeros(number, np.float32), np.zeros(number, np.float32), np.zeros(number, np.float32))
    for query in range(len(query_starts) - 1):
        relevance[:], covered[:], named[:], share[:] = 0, 0, 0, 0
        whole = np.float32(1e-6)
        for place in range(query_starts[query], query_starts[query + 1]):
            value = idf[query_stems[place]]
            whole += value
            link = heads[query_stems[place]]
            while link >= 0:
                at, entry = owner[link], entry_of[link]
                relevance[at] += value * frequencies[entry]
                covered[at] += value
                if names[entry] > 0:
                    named[at] += value
                    share[at] += names[entry]
                link = following[link]
        for at in range(number):
            coverage = MIN_COVERAGE + (1 - MIN_COVERAGE) * covered[at] / whole
            out[query, at] = relevance[at] / whole * coverage + NAME_BONUS * min(np.float32(1), share[at]) * named[at] / whole


def by_words(pairs: Pairs, queries: Rows, rows: np.ndarray) -> np.ndarray:
    out = np.empty((len(rows), len(rows)), np.float32)
    words = pairs.words
    score_of_words(queries.starts, queries.stems, pairs.idf, words.starts, words.stems, words.values, pairs.names, rows, out)
    return out


def sums(what: Rows, rows: np.ndarray, kept: np.ndarray, vectors: np.ndarray) -> np.ndarray:
    out = np.zeros((len(rows), DIMENSIONS), np.float32)
    gather(what.starts, what.stems, what.values, rows, kept, vectors, out)
    return out


def unit(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    length = np.maximum(np.sqrt((rows * rows).sum(1, keepdims=True)), 1e-6)
    return rows / length, length


def along(slope: np.ndarray, rows: np.ndarray, length: np.ndarray) -> np.ndarray:
    """The slope before rows were brought to length 1."""
    return (slope - rows * (slope * rows).sum(1, keepdims=True)) / length


class Model:
    def __init__(self, pairs: Pairs, random: np.random.Generator):
        self.pairs = pairs
        self.vectors = (random.normal(size=(len(pairs.stems), DIMENSIONS)) / np.sqrt(DIMENSIONS)).astype(np.float32)
        self.vectors *= (pairs.idf[:, None] / pairs.idf.mean()) ** 0.7
        # The logarithm of how much a stem counts more in a query, and those of the fields' weights.
        self.weight = np.zeros((len(pairs.stems), 1), np.float32)
        self.fields = np.log(np.array(FIRST_WEIGHTS, np.float32))[:, None]
        self.moments = [[np.zeros_like(one), np.zeros_like(one)] for one in (self.vectors, self.weight, self.fields)]

    def step(self, rows, random: np.random.Generator, rate: float, number: int) -> tuple[float, float]:
        """One step on a batch; the loss, and the share of queries whose own definition is nearest."""
        pairs, own = self.pairs, np.arange(len(rows))
        kept = (random.random((len(KEPT), len(rows))) < np.array(KEPT)[:, None]).astype(np.float32)
        chosen = pairs.first[rows]
        others = pairs.first[rows + 1] - chosen - 1
        chosen = chosen + np.where((random.random(len(rows)) > FIRST_SENTENCE) & (others > 0), 1 + random.integers(0, np.maximum(others, 1)), 0)
        queries, rest = pairs.queries(chosen), pairs.documentation(rows, chosen, kept[FIELDS])
        parts = [*((field, rows) for field in pairs.fields), (rest, own)]
        share, weights = np.exp(self.weight), np.exp(self.fields[:, 0])
        for_query = self.vectors * share
        of_parts = [sums(part, of, keep, self.vectors) for (part, of), keep in zip(parts, kept)]
        query, query_length = unit(sums(queries, own, np.ones(len(rows)), for_query))
        meant, meant_length = unit(sum(weight * one for weight, one in zip(weights, of_parts)))
        near = query @ meant.T
        if random.random() < WITH_WORDS:
            positive = np.maximum(near, 0)
            loss, right, slope = slope_of((by_words(pairs, queries, rows) + MEANING * positive**2) / np.float32(TEMPERATURE))
            slope *= 2 * MEANING * positive
        else:
            loss, right, slope = slope_of(near / np.float32(TEMPERATURE))
        to_query, to_meant = along(slope @ meant, query, query_length), along(slope.T @ query, meant, meant_length)
        of_vectors = np.zeros_like(self.vectors)
        scatter(queries.starts, queries.stems, queries.values, own, np.ones(len(rows)), to_query, np.float32(1), of_vectors)
        of_weight = (of_vectors * for_query).sum(1, keepdims=True)
        of_vectors *= share
        of_fields = np.array([[weight * (to_meant * one).sum()] for weight, one in zip(weights, of_parts)], np.float32)
        for (part, of), keep, weight in zip(parts, kept, weights):
            scatter(part.starts, part.stems, part.values, of, keep, to_meant, weight, of_vectors)
        for what, moments, one in zip((self.vectors, self.weight, self.fields), self.moments, (of_vectors, of_weight, of_fields)):
            adam(what, *moments, one, rate, number)
        return loss, right


def slope_of(near: np.ndarray) -> tuple[float, float, np.ndarray]:
    """The loss of a batch's similarities, the share of queries whose own definition is nearest, and the slope."""
    rows, columns = (np.exp(near - near.max(axis, keepdims=True)) for axis in (1, 0))
    rows, columns = rows / rows.sum(1, keepdims=True), columns / columns.sum(0, keepdims=True)
    own = np.arange(len(near))
    loss, right = float(-np.log(np.maximum(rows[own, own], 1e-9)).mean()), float((near.argmax(1) == own).mean())
    slope = 0.7 * rows + 0.3 * columns
    slope[own, own] -= 1
    return loss, right, (slope / (len(near) * TEMPERATURE)).astype(np.float32)


def batches(packages: np.ndarray, rows: np.ndarray, random: np.random.Generator):
    while True:
        order = random.permutation(rows)
        order = order[np.argsort(packages[order], kind="stable")]
        chunks = np.array_split(order, max(1, len(order) // CHUNK))
        order = np.concatenate([chunks[at] for at in random.permutation(len(chunks))])
        for start in range(0, len(order) - BATCH + 1, BATCH):
            yield order[start:start + BATCH]


def train(pairs: Pairs, steps: int, jobs: int) -> Model:
    """The mean of the runs: what one of them learned by chance the others did not."""
    print(f"{(~pairs.is_held).sum()} pairs, {pairs.is_held.sum()} held out, {len(set(pairs.packages))} packages, {len(pairs.stems)} stems", file=sys.stderr, flush=True)
    mean = Model(pairs, np.random.default_rng(1))
    with multiprocessing.get_context("fork").Pool(jobs, set_shared, [pairs, steps]) as pool:
        parts = pool.map(parts_of_run, range(1, RUNS + 1), chunksize=1)
    mean.vectors, mean.weight, mean.fields = (np.mean(part, 0) for part in zip(*parts))
    return mean


SHARED: tuple[Pairs, int]


def set_shared(*what) -> None:
    global SHARED
    SHARED = what


def parts_of_run(seed: int) -> tuple[np.ndarray, ...]:
    model = run(*SHARED, seed)
    return model.vectors, model.weight, model.fields


def run(pairs: Pairs, steps: int, seed: int) -> Model:
    kept = np.flatnonzero(~pairs.is_held)
    # All runs begin with the same vectors; vectors of other beginnings have no mean.
    model, random = Model(pairs, np.random.default_rng(1)), np.random.default_rng(seed)
    packages = np.unique(pairs.packages, return_inverse=True)[1]
    seen = []
    for step, batch in zip(range(1, steps + 1), batches(packages, kept, random)):
        rate = RATE * min(1, step / 50) * max(0.03, 1 - step / steps)
        seen.append(model.step(batch, random, rate, step))
        if step % 100 == 0:
            loss, right = np.mean(seen[-100:], axis=0)
            print(f"run {seed}, step {step}: loss {loss:.3f}, nearest {right:.3f}, fields {np.exp(model.fields[:, 0]).round(2)}", file=sys.stderr, flush=True)
    return model


def check(model: Model) -> None:
    """How often the right definition of a held-out package is the first of all of its package's, and among the first ten: by vectors alone,
    by words alone, by both, and by both as in `search`."""
    pairs, found = model.pairs, collections.Counter()
    of_all = pairs.idf
    for name in sorted(set(pairs.packages[pairs.is_held])):
        rows = np.flatnonzero((pairs.packages == name) & ~pairs.is_file)[:MOST_CHECKED]
        queries, all_kept = pairs.queries(pairs.first[rows]), np.ones(len(rows))
        query, _ = unit(sums(queries, np.arange(len(rows)), all_kept, model.vectors * np.exp(model.weight)))
        meant, _ = unit(sum(weight * sums(field, rows, all_kept, model.vectors) for weight, field in zip(np.exp(model.fields[:, 0]), pairs.fields)))
        near, words = query @ meant.T, by_words(pairs, queries, rows)
        # In `search` a word is as rare as it is in the searched package.
        holding = np.bincount(np.concatenate([pairs.words.row(row) for row in rows]), minlength=len(of_all))
        pairs.idf = np.log(1 + len(rows) / (1 + holding)).astype(np.float32)
        as_in_search = by_words(pairs, queries, rows) + MEANING * np.maximum(near, 0) ** 2
        pairs.idf = of_all
        found["pairs"] += len(rows)
        for what, score in (("vectors", near), ("words", words), ("both", words + near), ("as in search", as_in_search)):
            better = (score > np.diagonal(score)[:, None]).sum(1)
            found[what, "first"] += (better == 0).sum()
            found[what, "ten"] += (better < 10).sum()
            found[what, "mrr"] += (1 / (1 + better)).sum()
    number = max(found["pairs"], 1)
    print(f"held-out packages: {found['pairs']} pairs", file=sys.stderr)
    for what in ("vectors", "words", "both", "as in search"):
        first, ten, mrr = (found[what, figure] / number for figure in ("first", "ten", "mrr"))
        print(f"{what}: first {100 * first:.1f} %, among ten {100 * ten:.1f} %, mean of 1/rank {mrr:.3f}", file=sys.stderr)


def write(model: Model, to: pathlib.Path) -> None:
    """The table, little-endian: rows and dimensions, the fields' weights, then of each stem, by ascending hash, the hash, the scale, how
    much more it counts in a query and its numbers."""
    stems = model.pairs.stems
    order = sorted(range(len(stems)), key=lambda row: stem_hash(stems[row]))
    order = [row for place, row in enumerate(order) if place == 0 or stem_hash(stems[row]) != stem_hash(stems[order[place - 1]])]
    scale = np.maximum(np.abs(model.vectors).max(1), 1e-6) / 127
    numbers = np.rint(model.vectors / scale[:, None]).astype(np.int8)
    unit_scale = 4096 / scale.max()
    head = struct.pack("<4sIII", b"MEAN", 1, len(order), DIMENSIONS)
    weights = np.rint(np.exp(model.fields[:FIELDS, 0]) * 1000).astype("<u4").tobytes()
    hashes = np.array([stem_hash(stems[row]) for row in order], "<u4").tobytes()
    scales = np.rint(scale[order] * unit_scale).astype("<u2").tobytes()
    of_query = np.rint(np.clip(np.exp(model.weight[order, 0]), 0, 60) * 1000).astype("<u2").tobytes()
    to.write_bytes(head + weights + hashes + scales + of_query + numbers[order].tobytes())
    print(f"{to}: {to.stat().st_size} bytes, {len(order)} stems, {hashlib.sha256(to.read_bytes()).hexdigest()}", file=sys.stderr)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=600)
    parser.add_argument("--jobs", type=int, default=1, help="runs at the same time; the table is the same")
    parser.add_argument("--to", type=pathlib.Path, default=TABLE)
    options = parser.parse_args()
    model = train(Pairs(PAIRS), options.steps, options.jobs)
    write(model, options.to)
    check(model)


if __name__ == "__main__":
    main()
