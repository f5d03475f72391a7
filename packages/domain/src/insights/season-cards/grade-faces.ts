import { positionalStrength } from '../awards/positional-strength.ts'
import { reportCards, subjectValues } from '../awards/report-card.ts'
import { describeSubject, SUBJECT_NAMES } from '../awards/report-subjects.ts'
import { formatGrade } from '../grade.ts'
import { completedGames } from '../season/regular-season.ts'
import { allWeeks, type Face, fact, formatSigned, type Story } from './season-card.ts'

export function positionsFace({ story, teamId }: Story): Face | null {
  const weeks = new Set(completedGames(story.season).flatMap((game) => game.weeks))
  const lineups = story.lineups.filter(({ week }) => weeks.has(week))
  const own = positionalStrength(lineups).filter((each) => each.teamId === teamId)
  const [best] = own.toSorted((a, b) => b.z - a.z)
  if (best === undefined) return null
  return {
    value: formatGrade(best.grade),
    caption: `at ${best.position}, ${compareWithLeague(best.difference)}`,
    facts: own.map(({ position, grade, difference }) =>
      fact(position, formatGrade(grade), compareWithLeague(difference)),
    ),
  }
}

function compareWithLeague(difference: number): string {
  const text = formatSigned(difference)
  return text === '0.0'
    ? 'as many points as the league average'
    : `${text} points per week vs the league average`
}

/** How the season is graded; null with fewer than two subjects. */
export function reportCardFace({ story, teamId }: Story): Face | null {
  const { completedPeriods } = story.season
  // The season is over, also if the number of its weeks is unknown.
  const cards = reportCards(subjectValues(story), { completedPeriods, lastPeriod: completedPeriods })
  const card = cards?.find((each) => each.teamId === teamId)
  if (card === undefined) return null
  return {
    value: formatGrade(card.overall.grade),
    caption: 'overall, compared with the league',
    weeks: allWeeks(story.season),
    facts: card.subjects.map(({ subject, value, grade }) =>
      fact(SUBJECT_NAMES[subject], formatGrade(grade), describeSubject(subject, value)),
    ),
  }
}
