// What the page uses of lean-qr.
export const correction: { L: number; M: number; Q: number; H: number };
export interface Bitmap {
  readonly size: number;
  get(x: number, y: number): boolean;
}
export function generate(
  data: string,
  options?: { minCorrectionLevel?: number; maxCorrectionLevel?: number },
): Bitmap;
