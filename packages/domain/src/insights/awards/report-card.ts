import { type Grade, gradeOf } from '../grade.ts'
import { standardScores } from '../power/standard-scores.ts'

export const SUBJECTS = ['results', 'scoring', 'management', 'draft', 'moves'] as const

export type Subject = (typeof SUBJECTS)[number]

/** The win rate, points for, season efficiency, value of the draft, and net of trades and pickups; null if unknown. */
export type SubjectValues = { teamId: number } & Readonly<Record<Subject, number | null>>

export type ReportCard = {
  teamId: number
  subjects: { subject: Subject; z: number; grade: Grade }[]
  /** The mean of at least two subjects. */
  overall: { z: number; grade: Grade }
}

/** How much of the regular season must be played. */
const MIN_PLAYED = 0.5

/**
 * Grades every team within its season, in the order of the teams. A subject that is unknown for any team is left out.
 * null before half of the regular season, and with fewer than two subjects.
 */
export function reportCards(
  teams: readonly SubjectValues[],
  progress: { completedPeriods: number; lastPeriod: number | null },
): ReportCard[] | null {
  const { completedPeriods, lastPeriod } = progress
  if (lastPeriod === null || completedPeriods < lastPeriod * MIN_PLAYED) return null
  const known = SUBJECTS.flatMap((subject) => {
    const values = teams.flatMap((team) => team[subject] ?? [])
    return values.length === teams.length && teams.length > 0
      ? [{ subject, scores: standardScores(values) }]
      : []
  })
  if (known.length < 2) return null
  return teams.map(({ teamId }, index) => {
    const subjects = known.map(({ subject, scores }) => {
      const z = scores[index] ?? 0
      return { subject, z, grade: gradeOf(z) }
    })
    const z = subjects.reduce((sum, subject) => sum + subject.z, 0) / subjects.length
    return { teamId, subjects, overall: { z, grade: gradeOf(z) } }
  })
}
