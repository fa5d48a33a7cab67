/** Linear algebra for fitting by Newton's method. @module */

/** The inverse of a symmetric, positive definite matrix. */
export function inverseOf(matrix: readonly (readonly number[])[]): number[][] {
  const size = matrix.length;
  const rows = matrix.map((row, i) => [...row, ...matrix.map((_, j) => i === j ? 1 : 0)]);
  for (let pivot = 0; pivot < size; pivot++) {
    const scale = rows[pivot][pivot];
    for (let column = 0; column < 2 * size; column++) rows[pivot][column] /= scale;
    for (let row = 0; row < size; row++) {
      const factor = rows[row][pivot];
      if (row === pivot || factor === 0) continue;
      for (let column = 0; column < 2 * size; column++) rows[row][column] -= factor * rows[pivot][column];
    }
  }
  return rows.map((row) => row.slice(size));
}

export function product(matrix: readonly (readonly number[])[], vector: readonly number[]): number[] {
  return matrix.map((row) => row.reduce((sum, value, column) => sum + value * vector[column], 0));
}
