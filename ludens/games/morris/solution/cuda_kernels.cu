// The loops over positions for the graphics card: the same steps as cpu_kernels.py, which explains them.
//
// Few positions of a stage belong to a level, so a block first gathers the places it finds into a queue and
// then gives every thread one: no thread waits while its neighbours work.

typedef unsigned char Value;
typedef unsigned int Word;

struct Tables {  // as IndexTables, in its order
    const int *subsets, *subset_start, *rank_low, *rank_high, *class_entry, *class_set, *class_start, *class_keepers,
        *image, *point_image;
    const short *pack_table, *unpack_table;
    const int *neighbours, *mills;
};
extern "C" {
__constant__ Tables tables;
}

const int TWIN = 254, UNKNOWN = 255, FARTHEST = 252, FLYING_MEN = 3;
const Word BOARD = (1u << 24) - 1, HAS_TWINS = 16;
const int THREADS = 256, BYTES_A_LOAD = 16, TILE = THREADS * BYTES_A_LOAD;

// ------------------------------------------------------------------ the place of a position

__device__ __forceinline__ int lowest_point(Word points) { return __ffs(points) - 1; }

__device__ __forceinline__ Word rank_of(Word points) {
    Word low = points & 4095;
    return tables.rank_low[low] + tables.rank_high[__popc(low) << 12 | points >> 12];
}

__device__ __forceinline__ Word image_of(Word symmetry, Word points) {
    const int *image = tables.image + symmetry * 768;
    return image[points & 255] | image[256 + (points >> 8 & 255)] | image[512 + (points >> 16)];
}

__device__ __forceinline__ Word pack(Word points, Word free) {
    Word low = free & 255, middle = free >> 8 & 255;
    int width = __popc(low), width_of_two = width + __popc(middle);
    return (Word)tables.pack_table[low << 8 | (points & 255)]
         | (Word)tables.pack_table[middle << 8 | (points >> 8 & 255)] << width
         | (Word)tables.pack_table[free >> 16 << 8 | points >> 16] << width_of_two;
}

__device__ __forceinline__ Word unpack(Word packed, Word free) {
    Word low = free & 255, middle = free >> 8 & 255;
    int width = __popc(low), width_of_two = width + __popc(middle);
    return (Word)tables.unpack_table[low << 8 | (packed & ((1u << width) - 1))]
         | (Word)tables.unpack_table[middle << 8 | (packed >> width & ((1u << (width_of_two - width)) - 1))] << 8
         | (Word)tables.unpack_table[free >> 16 << 8 | packed >> width_of_two] << 16;
}

__device__ __forceinline__ Word class_entry_of(Word own, int own_count) {
    return tables.class_entry[tables.subset_start[own_count] + rank_of(own)];
}

__device__ Word smallest_rank(int class_row, Word other) {
    Word free = BOARD & ~tables.class_set[class_row];
    Word keepers = tables.class_keepers[class_row], smallest = 1u << 30;
    for (int symmetry = 0; symmetry < 16; ++symmetry)
        if (keepers >> symmetry & 1) smallest = min(smallest, rank_of(pack(image_of(symmetry, other), free)));
    return smallest;
}

__device__ __forceinline__ Word index_of(Word own, Word other, int own_count, Word ranks) {
    Word entry = class_entry_of(own, own_count), class_number = entry >> 5;
    int class_row = tables.class_start[own_count] + class_number;
    other = image_of(entry & 15, other);
    if (entry & HAS_TWINS) return class_number * ranks + smallest_rank(class_row, other);
    return class_number * ranks + rank_of(pack(other, BOARD & ~tables.class_set[class_row]));
}

struct Position {
    Word own, other;
    bool is_twin;
};

__device__ __forceinline__ Position position_at(Word index, int own_count, int other_count, Word ranks) {
    Word class_number = index / ranks, rank = index - class_number * ranks;
    int class_row = tables.class_start[own_count] + class_number;
    Position position;
    position.own = tables.class_set[class_row];
    position.other = unpack(tables.subsets[tables.subset_start[other_count] + rank], BOARD & ~position.own);
    position.is_twin = tables.class_keepers[class_row] != 1 && smallest_rank(class_row, position.other) != rank;
    return position;
}

// ------------------------------------------------------------------ turns

__device__ __forceinline__ bool closes_mill(Word men, int target) {
    Word first = tables.mills[2 * target], second = tables.mills[2 * target + 1];
    return (men & first) == first || (men & second) == second;
}

__device__ Word removable(Word men) {
    Word loose = 0;
    for (Word left = men; left; left &= left - 1) {
        int point = lowest_point(left);
        if (!closes_mill(men, point)) loose |= 1u << point;
    }
    return loose ? loose : men;
}

__device__ __forceinline__ Word targets_of(int origin, Word free, bool flies) {
    return flies ? free : free & tables.neighbours[origin];
}

struct Best {  // plies to win (UNKNOWN if none), plies to lose (UNKNOWN if not every turn loses)
    int win, loss;
    __device__ void add(int value) {
        if (value == UNKNOWN) {
            loss = UNKNOWN;
        } else if (value & 1) {
            loss = max(loss, value + 1);
        } else {
            win = min(win, value + 1);
            loss = UNKNOWN;
        }
    }
};

__device__ void add_captures(
    Best &best, Word own, Word other, Word victims, int other_count, Word ranks, const Value *lower
) {
    if (!lower) {
        best.win = 1;
        return;
    }
    for (; victims; victims &= victims - 1) {
        Word left = other ^ (victims & -victims);
        best.add(lower[index_of(left, own, other_count - 1, ranks)]);
    }
}

__device__ int loss_by_quiet_turns(
    Word own, Word other, int own_count, int other_count, int level, Word after_ranks, const Value *after
) {
    Word entry = class_entry_of(other, other_count);
    int class_row = tables.class_start[other_count] + (entry >> 5);
    const Value *of_class = after + (entry >> 5) * after_ranks;
    Word free_of_class = BOARD & ~tables.class_set[class_row];
    Word own_image = image_of(entry & 15, own), packed = pack(own_image, free_of_class);
    const int *point_image = tables.point_image + (entry & 15) * 24;
    Word free = BOARD & ~(own | other);
    int loss = 0;
    for (Word men = own; men; men &= men - 1) {
        int origin = lowest_point(men);
        Word rest = own ^ (1u << origin), origin_image = 1u << point_image[origin];
        Word packed_rest = packed ^ (1u << __popc(free_of_class & (origin_image - 1)));
        for (Word targets = targets_of(origin, free, own_count == FLYING_MEN); targets; targets &= targets - 1) {
            int target = lowest_point(targets);
            if (closes_mill(rest, target)) continue;
            Word target_image = 1u << point_image[target];
            Word rank = entry & HAS_TWINS
                ? smallest_rank(class_row, (own_image ^ origin_image) | target_image)
                : rank_of(packed_rest | 1u << __popc(free_of_class & (target_image - 1)));
            int value = of_class[rank];
            if (value > level || !(value & 1)) return UNKNOWN;
            loss = max(loss, value + 1);
        }
    }
    return loss;
}

// Best of all turns that close a mill; whether there are others is told in `has_quiet_turn`.
__device__ Best best_of_captures(
    Word own, Word other, int own_count, int other_count, Word lower_ranks, const Value *lower, bool &has_quiet_turn
) {
    Word free = BOARD & ~(own | other), victims = 0;
    Best best = {UNKNOWN, 0};
    has_quiet_turn = false;
    for (Word men = own; men; men &= men - 1) {
        int origin = lowest_point(men);
        Word rest = own ^ (1u << origin);
        for (Word targets = targets_of(origin, free, own_count == FLYING_MEN); targets; targets &= targets - 1) {
            int target = lowest_point(targets);
            if (!closes_mill(rest, target)) {
                has_quiet_turn = true;
                continue;
            }
            if (!victims) victims = removable(other);
            add_captures(best, rest | 1u << target, other, victims, other_count, lower_ranks, lower);
        }
    }
    return best;
}

__device__ Best best_of_placing(
    Word own, Word other, int other_count, Word after_ranks, Word lower_ranks, const Value *after, const Value *lower
) {
    Word victims = removable(other);
    Best best = {UNKNOWN, 0};
    for (Word free = BOARD & ~(own | other); free; free &= free - 1) {
        int target = lowest_point(free);
        if (victims && closes_mill(own, target))
            add_captures(best, own | 1u << target, other, victims, other_count, lower_ranks, lower);
        else
            best.add(after[index_of(other, own | 1u << target, other_count, after_ranks)]);
    }
    return best;
}

__device__ Best best_of_moving(
    Word own, Word other, int own_count, int other_count, Word after_ranks, Word lower_ranks, const Value *after,
    const Value *lower
) {
    bool has_quiet_turn;
    Best best = best_of_captures(own, other, own_count, other_count, lower_ranks, lower, has_quiet_turn);
    Word free = BOARD & ~(own | other);
    for (Word men = own; men; men &= men - 1) {
        int origin = lowest_point(men);
        Word rest = own ^ (1u << origin);
        for (Word targets = targets_of(origin, free, own_count == FLYING_MEN); targets; targets &= targets - 1) {
            int target = lowest_point(targets);
            if (!closes_mill(rest, target))
                best.add(after[index_of(other, rest | 1u << target, other_count, after_ranks)]);
        }
    }
    return best;
}

// ------------------------------------------------------------------ kernels

template <typename Work>
__device__ void for_places(const Value *values, Word count, int wanted, Work work) {
    __shared__ Word queue[THREADS + TILE];
    __shared__ int queued;
    if (threadIdx.x == 0) queued = 0;
    __syncthreads();
    Word four = wanted * 0x01010101u;
    Word tiles = (count + TILE - 1) / TILE;
    for (Word tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        Word start = tile * TILE + threadIdx.x * BYTES_A_LOAD;
        if (start < count) {  // tables are padded to whole loads
            uint4 loaded = *(const uint4 *)(values + start);
            Word words[4] = {loaded.x, loaded.y, loaded.z, loaded.w};
            for (int word = 0; word < 4; ++word) {
                for (Word equal = __vcmpeq4(words[word], four) & 0x01010101u; equal; equal &= equal - 1) {
                    Word place = start + 4 * word + (lowest_point(equal) >> 3);
                    if (place < count) queue[atomicAdd(&queued, 1)] = place;
                }
            }
        }
        __syncthreads();
        int left = queued;
        for (; left >= THREADS; left -= THREADS) work(queue[left - THREADS + threadIdx.x]);
        __syncthreads();
        if (threadIdx.x == 0) queued = left;
        __syncthreads();
    }
    if (threadIdx.x < queued) work(queue[threadIdx.x]);
}

extern "C" __global__ void start_moving(
    Word count, int own_count, int other_count, Word ranks, Word lower_ranks, Value *values, const Value *lower,
    int *farthest
) {
    int local = 0;
    for (Word index = blockIdx.x * blockDim.x + threadIdx.x; index < count; index += gridDim.x * blockDim.x) {
        Position position = position_at(index, own_count, other_count, ranks);
        int value = TWIN;
        if (!position.is_twin) {
            bool has_quiet_turn;
            Best best = best_of_captures(
                position.own, position.other, own_count, other_count, lower_ranks, lower, has_quiet_turn
            );
            value = best.win == UNKNOWN && !has_quiet_turn ? best.loss : best.win;
        }
        values[index] = value;
        if (value <= FARTHEST) local = max(local, value);
    }
    atomicMax(farthest, local);
}

extern "C" __global__ void mark_before(
    Word count, int level, int own_count, int other_count, Word ranks, Word before_ranks, const Value *values,
    Value *before, int above, int mark
) {
    for_places(values, count, level, [=](Word place) {
        Position position = position_at(place, own_count, other_count, ranks);
        Word free = BOARD & ~(position.own | position.other);
        for (Word men = position.other; men; men &= men - 1) {
            int target = lowest_point(men);
            if (closes_mill(position.other, target)) continue;
            Word rest = position.other ^ (1u << target);
            for (Word origins = targets_of(target, free, other_count == FLYING_MEN); origins;
                 origins &= origins - 1) {
                Word earlier = rest | (origins & -origins);
                Value *known = before + index_of(earlier, position.own, other_count, before_ranks);
                if (*known > above) *known = mark;
            }
        }
    });
}

extern "C" __global__ void settle_losses(
    Word count, int wanted, int level, int own_count, int other_count, Word ranks, Word after_ranks, Word lower_ranks,
    Value *values, const Value *after, const Value *lower, int *farthest
) {
    int local = 0;
    for_places(values, count, wanted, [=, &local](Word place) {
        Position position = position_at(place, own_count, other_count, ranks);
        int loss = loss_by_quiet_turns(
            position.own, position.other, own_count, other_count, level, after_ranks, after
        );
        if (loss != UNKNOWN) {
            bool has_quiet_turn;
            Best best = best_of_captures(
                position.own, position.other, own_count, other_count, lower_ranks, lower, has_quiet_turn
            );
            loss = max(loss, best.loss);
        }
        values[place] = loss;
        if (loss != UNKNOWN) local = max(local, loss);
    });
    atomicMax(farthest, local);
}

extern "C" __global__ void solve_placing(
    Word count, int own_count, int other_count, Word ranks, Word after_ranks, Word lower_ranks, Value *values,
    const Value *after, const Value *lower, int *farthest
) {
    int local = 0;
    for (Word index = blockIdx.x * blockDim.x + threadIdx.x; index < count; index += gridDim.x * blockDim.x) {
        Position position = position_at(index, own_count, other_count, ranks);
        int value = TWIN;
        if (!position.is_twin) {
            Best best = best_of_placing(
                position.own, position.other, other_count, after_ranks, lower_ranks, after, lower
            );
            value = best.win != UNKNOWN ? best.win : best.loss;
        }
        values[index] = value;
        if (value <= FARTHEST) local = max(local, value);
    }
    atomicMax(farthest, local);
}

extern "C" __global__ void fill_twins(Word count, int own_count, int other_count, Word ranks, Value *values) {
    for_places(values, count, TWIN, [=](Word place) {
        Position position = position_at(place, own_count, other_count, ranks);
        values[place] = values[index_of(position.own, position.other, own_count, ranks)];
    });
}

// Derive places anew from their successors. Which ones are looked at: those whose hash falls below the share.
extern "C" __global__ void check_places(
    Word count, int own_count, int other_count, int is_placing, Word ranks, Word after_ranks, Word lower_ranks,
    const Value *values, const Value *after, const Value *lower, int results_only, unsigned long long share, Word seed,
    unsigned long long *tally
) {
    unsigned long long looked_at = 0, wrong = 0;
    for (Word index = blockIdx.x * blockDim.x + threadIdx.x; index < count; index += gridDim.x * blockDim.x) {
        Word hash = (index ^ seed * 0x9e3779b9u) * 0x85ebca6bu;
        hash = (hash ^ hash >> 13) * 0xc2b2ae35u;
        if ((hash ^ hash >> 16) >= share) continue;
        ++looked_at;
        Position position = position_at(index, own_count, other_count, ranks);
        int expected;
        if (position.is_twin) {
            expected = values[index_of(position.own, position.other, own_count, ranks)];
        } else {
            Best best = is_placing
                ? best_of_placing(position.own, position.other, other_count, after_ranks, lower_ranks, after, lower)
                : best_of_moving(
                      position.own, position.other, own_count, other_count, after_ranks, lower_ranks, after, lower
                  );
            expected = best.win != UNKNOWN ? best.win : best.loss;
        }
        if (results_only && expected != UNKNOWN) expected &= 1;
        if (expected != values[index]) {
            ++wrong;
            tally[2] = index;
        }
    }
    atomicAdd(tally, looked_at);
    if (wrong) atomicAdd(tally + 1, wrong);
}

extern "C" __global__ void count_equal(const Value *values, Word count, int wanted, unsigned long long *result) {
    Word four = wanted * 0x01010101u, local = 0;
    Word loads = (count + BYTES_A_LOAD - 1) / BYTES_A_LOAD;
    for (Word load = blockIdx.x * blockDim.x + threadIdx.x; load < loads; load += gridDim.x * blockDim.x) {
        uint4 loaded = ((const uint4 *)values)[load];
        Word words[4] = {loaded.x, loaded.y, loaded.z, loaded.w};
        for (int word = 0; word < 4; ++word) {
            Word equal = __vcmpeq4(words[word], four) & 0x01010101u;
            Word start = load * BYTES_A_LOAD + 4 * word;
            if (start + 4 > count) equal &= start >= count ? 0 : (1u << 8 * (count - start)) - 1;
            local += __popc(equal);
        }
    }
    local = __reduce_add_sync(0xffffffffu, local);
    if (threadIdx.x % 32 == 0 && local) atomicAdd(result, (unsigned long long)local);
}
