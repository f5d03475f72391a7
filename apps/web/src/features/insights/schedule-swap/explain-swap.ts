import { formatRecord } from '@fieldhouse/domain/seasons/format-record'
import type { ExplainedFigure } from '../../../ui/overlays/explanation.tsx'
import { formatDecimal } from '../format.ts'
import type { TeamSwap } from '../use-insights.ts'

const SWAP = {
  name: 'Record with a schedule',
  meaning: 'The record with the same scores against the opponents of another team.',
  formula:
    "Week by week, the team's score against the score of the other team's opponent. Where that opponent is the team itself, the two teams play each other. Weeks in which either team is on bye are skipped.",
}

/** What the matrix shows, and the figures of a team if there is one. */
export function explainSwap(team?: TeamSwap, count = 0): ExplainedFigure[] {
  if (team === undefined) return [SWAP]
  const real = team.records.find(({ schedule_of: id }) => id === team.team_id)
  return [
    { ...SWAP, value: real === undefined ? '—' : `${formatRecord(real)} real` },
    {
      name: 'Best, worst and average',
      value: `${team.best} · ${team.worst} · ${formatDecimal(team.mean, 1)}`,
      meaning: 'The most, the fewest and the average wins over all schedules.',
      formula: 'A tie counts as half a win. The own schedule is included.',
    },
    {
      name: 'Better schedules',
      value: `${team.better} of ${count - 1}`,
      meaning: 'How many other schedules would have given more wins.',
      formula: 'Schedules with more wins than the real record.',
    },
  ]
}
