/** From the standard score at which each letter begins, best first. Source: analytics, "Grades". */
const GRADES = [
  [1.4, 'A+'],
  [1, 'A'],
  [0.75, 'A-'],
  [0.5, 'B+'],
  [0.25, 'B'],
  [0, 'B-'],
  [-0.6, 'C+'],
  [-1, 'C'],
  [-1.2, 'C-'],
  [-1.4, 'D+'],
  [-1.8, 'D'],
  [-2, 'D-'],
  [Number.NEGATIVE_INFINITY, 'F'],
] as const

export type Grade = (typeof GRADES)[number][1]

export const LETTERS = GRADES.map(([, letter]) => letter) as [Grade, ...Grade[]]

/** Standard scores that should be 0 or on another bound can be below it by floating-point noise. */
const NOISE = 1e-9

export function gradeOf(z: number): Grade {
  return GRADES.find(([bound]) => z + NOISE >= bound)?.[1] ?? 'F'
}

/** A letter as screens and pictures show it, with a true minus sign. */
export function formatGrade(grade: Grade): string {
  return grade.replace('-', '−')
}
