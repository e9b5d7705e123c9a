#!/usr/bin/env python3
"""Trains one vector a stem on the pairs that pairs.py took, and writes them as a table of small numbers.

Usage: training/train.py [--steps N] [--to FILE]
A query is the sum of its words' vectors, a definition the weighted sum of its fields' normalised sums; both are brought to length 1,
and what belongs together is drawn together within batches, of which each holds many pairs of few packages. The number
of steps and the seeds are fixed, and so is the order of every sum: the same pairs give the same table.
"""

import argparse
import collections
import hashlib
import json
import math
import os
import pathlib
import struct
import sys

for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ.setdefault(variable, "1")

import numba
import numpy as np
import scipy.sparse as sparse

from fetch import CACHE
from words import stem_hash

PAIRS = CACHE / "pairs.jsonl"
TABLE = pathlib.Path(__file__).resolve().parent.parent / "src/engine/search/meaning.bin"

DIMENSIONS = 128
LEAST_COUNT = 4
MOST_STEMS = 20_000
BATCH, CHUNK = 1024, 64
TEMPERATURE = 0.06
RATE = 0.01
# How often each field takes part, so that none is relied on alone: name, around, signature, body.
KEPT = (0.9, 0.8, 0.9, 0.9)
FIELDS = len(KEPT)
# Packages that are only looked at: one in so many, by the hash of the name.
HELD_OUT = 20


def load() -> tuple[list[str], list[str], list[list[list[str]]]]:
    packages, queries, fields = [], [], []
    for line in PAIRS.open():
        pair = json.loads(line)
        packages.append(pair["package"])
        queries.append(pair["query"])
        fields.append(pair["fields"])
    return packages, queries, fields


def vocabulary(queries, fields) -> tuple[list[str], np.ndarray]:
    count = collections.Counter()
    for query, said in zip(queries, fields):
        count.update(set(query).union(*said))
    stems = sorted(stem for stem, times in count.items() if times >= LEAST_COUNT and not stem.isdigit())
    stems = sorted(sorted(stems, key=lambda stem: (-count[stem], stem))[:MOST_STEMS])
    return stems, np.array([count[stem] for stem in stems])


def matrix(texts, index: dict[str, int]) -> sparse.csr_matrix:
    """Rows of log2(1 + times), of length 1."""
    pointers, columns, values = [0], [], []
    for text in texts:
        counted = sorted(collections.Counter(index[stem] for stem in text if stem in index).items())
        row = [math.log2(1 + number) for _, number in counted]
        length = math.sqrt(sum(value * value for value in row)) or 1.0
        columns.extend(column for column, _ in counted)
        values.extend(value / length for value in row)
        pointers.append(len(columns))
    return sparse.csr_matrix((np.array(values, np.float32), np.array(columns, np.int32), np.array(pointers)), shape=(len(texts), len(index)))


@numba.njit(parallel=True)
def product(pointers, columns, values, vectors):
    out = np.zeros((len(pointers) - 1, vectors.shape[1]), np.float32)
    for row in numba.prange(len(pointers) - 1):
        for at in range(pointers[row], pointers[row + 1]):
            for dimension in range(vectors.shape[1]):
                out[row, dimension] += values[at] * vectors[columns[at], dimension]
    return out


@numba.njit(parallel=True)
def adam(what, first, second, slope, rate, step):
    one, two = 1 - 0.9**step, 1 - 0.99**step
    for row in numba.prange(what.shape[0]):
        for column in range(what.shape[1]):
            value = slope[row, column]
            first[row, column] = 0.9 * first[row, column] + 0.1 * value
            second[row, column] = 0.99 * second[row, column] + 0.01 * value * value
            what[row, column] -= rate * (first[row, column] / one) / (np.sqrt(second[row, column] / two) + 1e-8)


def times(what: sparse.csr_matrix, vectors: np.ndarray) -> np.ndarray:
    return product(what.indptr, what.indices, what.data, vectors)


def unit(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    length = np.maximum(np.sqrt((rows * rows).sum(1, keepdims=True)), 1e-6)
    return rows / length, length


class Model:
    def __init__(self, stems: int, idf: np.ndarray, random: np.random.Generator):
        self.vectors = (random.normal(size=(stems, DIMENSIONS)) / np.sqrt(DIMENSIONS)).astype(np.float32)
        self.vectors *= (idf[:, None] / idf.mean()) ** 0.7
        # The logarithm of how much a stem counts more in a query, and those of the fields' weights.
        self.weight = np.zeros((stems, 1), np.float32)
        self.fields = np.log(np.array([[1.2], [0.6], [0.8], [0.8]], np.float32))
        self.moments = [[np.zeros_like(one), np.zeros_like(one)] for one in (self.vectors, self.weight, self.fields)]

    def step(self, queries, fields, rate: float, number: int) -> tuple[float, float]:
        """One step on a batch; the loss, and the share of queries whose own definition is nearest."""
        share = np.exp(self.weight)
        for_query = self.vectors * share
        weights = np.exp(self.fields[:, 0])
        sums = [times(field, self.vectors) for field in fields]
        query, query_length = unit(times(queries, for_query))
        meant, meant_length = unit(sum(weight * one for weight, one in zip(weights, sums)))
        near = (query @ meant.T) / TEMPERATURE
        rows, columns = (np.exp(near - near.max(axis, keepdims=True)) for axis in (1, 0))
        rows, columns = rows / rows.sum(1, keepdims=True), columns / columns.sum(0, keepdims=True)
        own = np.arange(len(near))
        loss = float(-np.log(np.maximum(rows[own, own], 1e-9)).mean())
        right = float((near.argmax(1) == own).mean())
        slope = 0.7 * rows + 0.3 * columns
        slope[own, own] -= 1
        slope /= len(near) * TEMPERATURE
        to_query, to_meant = slope @ meant, slope.T @ query
        to_query = (to_query - query * (to_query * query).sum(1, keepdims=True)) / query_length
        to_meant = (to_meant - meant * (to_meant * meant).sum(1, keepdims=True)) / meant_length
        by_query = times(queries.T.tocsr(), to_query)
        of_weight = (by_query * for_query).sum(1, keepdims=True)
        of_fields = np.array([[weight * (to_meant * one).sum()] for weight, one in zip(weights, sums)], np.float32)
        together = sum(field * weight for field, weight in zip(fields, weights)).T.tocsr()
        of_vectors = times(together, to_meant) + by_query * share
        for what, moments, one in zip((self.vectors, self.weight, self.fields), self.moments, (of_vectors, of_weight, of_fields)):
            adam(what, *moments, one.astype(np.float32), rate, number)
        return loss, right


def batches(packages: np.ndarray, rows: np.ndarray, random: np.random.Generator):
    while True:
        order = random.permutation(rows)
        order = order[np.argsort(packages[order], kind="stable")]
        chunks = np.array_split(order, len(order) // CHUNK)
        random.shuffle(chunks)
        order = np.concatenate(chunks)
        for start in range(0, len(order) - BATCH, BATCH):
            yield order[start:start + BATCH]


def train(packages, queries, fields, idf, steps: int) -> Model:
    names = sorted(set(packages))
    held = {name for name in names if int(hashlib.sha256(name.encode()).hexdigest()[:8], 16) % HELD_OUT == 0}
    number_of = {name: number for number, name in enumerate(names)}
    numbers = np.array([number_of[name] for name in packages])
    kept = np.array([row for row, name in enumerate(packages) if name not in held])
    random = np.random.default_rng(1)
    model = Model(queries.shape[1], idf, random)
    print(f"{len(kept)} pairs of {len(names) - len(held)} packages, {len(packages) - len(kept)} held out, {queries.shape[1]} stems", file=sys.stderr, flush=True)
    seen = []
    for step, batch in zip(range(1, steps + 1), batches(numbers, kept, random)):
        rate = RATE * min(1, step / 50) * max(0.03, 1 - step / steps)
        taken = []
        for field, share in zip(fields, KEPT):
            rows = field[batch]
            rows.data = rows.data * np.repeat((random.random(len(batch)) < share).astype(np.float32), np.diff(rows.indptr))
            taken.append(rows)
        seen.append(model.step(queries[batch], taken, rate, step))
        if step % 100 == 0:
            loss, right = np.mean(seen[-100:], axis=0)
            print(f"step {step}: loss {loss:.3f}, nearest {right:.3f}, fields {np.exp(model.fields[:, 0]).round(2)}", file=sys.stderr, flush=True)
    check(model, packages, queries, fields, held)
    return model


def check(model: Model, packages, queries, fields, held: set[str]) -> None:
    """How often the right definition of a held-out package is the nearest of all of its package's, and among the nearest ten."""
    first = ten = number = 0
    for name in sorted(held):
        rows = np.array([row for row, one in enumerate(packages) if one == name])
        query, _ = unit(times(queries[rows], model.vectors * np.exp(model.weight)))
        meant, _ = unit(sum(weight * times(field[rows], model.vectors) for weight, field in zip(np.exp(model.fields[:, 0]), fields)))
        near = query @ meant.T
        better = (near > near[np.arange(len(rows)), np.arange(len(rows))][:, None]).sum(1)
        first, ten, number = first + (better == 0).sum(), ten + (better < 10).sum(), number + len(rows)
    if number:
        print(f"held-out packages: {number} pairs, nearest {100 * first / number:.1f} %, among ten {100 * ten / number:.1f} %", file=sys.stderr)


def write(model: Model, stems: list[str], to: pathlib.Path) -> None:
    """The table, little-endian: rows and dimensions, the fields' weights, then of each stem, by ascending hash, the hash, the scale, how
    much more it counts in a query and its numbers."""
    order = sorted(range(len(stems)), key=lambda row: stem_hash(stems[row]))
    order = [row for place, row in enumerate(order) if place == 0 or stem_hash(stems[row]) != stem_hash(stems[order[place - 1]])]
    scale = np.maximum(np.abs(model.vectors).max(1), 1e-6) / 127
    numbers = np.rint(model.vectors / scale[:, None]).astype(np.int8)
    unit_scale = 4096 / scale.max()
    head = struct.pack("<4sIII", b"MEAN", 1, len(order), DIMENSIONS)
    weights = np.rint(np.exp(model.fields[:, 0]) * 1000).astype("<u4").tobytes()
    hashes = np.array([stem_hash(stems[row]) for row in order], "<u4").tobytes()
    scales = np.rint(scale[order] * unit_scale).astype("<u2").tobytes()
    of_query = np.rint(np.clip(np.exp(model.weight[order, 0]), 0, 60) * 1000).astype("<u2").tobytes()
    to.write_bytes(head + weights + hashes + scales + of_query + numbers[order].tobytes())
    print(f"{to}: {to.stat().st_size} bytes, {len(order)} stems, {hashlib.sha256(to.read_bytes()).hexdigest()[:16]}", file=sys.stderr)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=600)
    parser.add_argument("--to", type=pathlib.Path, default=TABLE)
    options = parser.parse_args()
    packages, said, texts = load()
    stems, counts = vocabulary(said, texts)
    index = {stem: row for row, stem in enumerate(stems)}
    idf = np.log(1 + len(packages) / (1 + counts)).astype(np.float32)
    queries = matrix(said, index)
    fields = [matrix([text[field] for text in texts], index) for field in range(FIELDS)]
    model = train(packages, queries, fields, idf, options.steps)
    write(model, stems, options.to)


if __name__ == "__main__":
    main()
