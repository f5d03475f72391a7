/** A share as a whole percentage. Only a certain result is 0% or 100%. */
export function formatShare(share: number, rounded = Math.round(share * 100)): string {
  if (share > 0 && share < 0.01) return '<1%'
  return share > 0.99 && share < 1 ? '>99%' : `${rounded}%`
}

/** A simulated share. Certainty is proven, never simulated, so it is never 0% or 100%. */
export function formatSimulatedShare(share: number): string {
  return share < 0.01 ? '<1%' : share > 0.99 ? '>99%' : formatShare(share)
}
