import { formatWinPercentage } from '../../../ui/format/record.ts'
import type { ExplainedFigure } from '../../../ui/overlays/explanation.tsx'
import { formatDecimal, formatSigned } from '../format.ts'
import type { Power, PowerFormula, TeamPower } from '../use-insights.ts'

/** What each ranking tells, in one sentence. */
export const FORMULA_NOTES: Record<PowerFormula, string> = {
  composite: 'How strong each team looks right now. 50 is average.',
  dominance: 'Who beat the teams that beat others.',
  all_play: 'Who is best if the schedule is ignored.',
}

const FORMULA_TEXTS: Record<PowerFormula, string> = {
  composite:
    '50 + 15 × caution × the weighted sum of the standard scores of the components. Caution is weeks ÷ (weeks + 3), so that early scores stay closer to 50. A component without data for every team is left out, and the others share its weight.',
  dominance:
    '0.80 × dominance + 0.15 × PPG + 0.05 × average margin. Dominance counts the wins of a team, and the wins of the teams that it beat.',
  all_play: 'The share of all other weekly scores that the team beat. An equal score counts half.',
}

/** The names of the parts of a score. */
export const PART_NAMES: Record<string, string> = {
  points: 'PPG',
  recent_points: 'PPG, last 3 weeks',
  roster: 'Roster strength',
  win_rate: 'Win %',
  dominance: 'Dominance',
  margin: 'Average margin',
  all_play: 'All-play win %',
}

/** The parts that the scores of a ranking have, in order. */
export function partsOf({ teams }: Power): string[] {
  const [first] = teams
  return first === undefined ? [] : Object.keys(first.parts)
}

export function formatScore(formula: PowerFormula, score: number): string {
  return formula === 'all_play' ? formatWinPercentage(score) : formatDecimal(score, 1)
}

/** The formula of a ranking, with the parts of a team if there is one. */
export function explainPower({ formula, weights, teams }: Power, row?: TeamPower): ExplainedFigure[] {
  const power = {
    name: 'Power',
    meaning: FORMULA_NOTES[formula],
    formula: FORMULA_TEXTS[formula],
  }
  if (row === undefined) {
    const known = Object.entries(weights ?? {}).filter(([part]) => teams.some(({ parts }) => part in parts))
    return [
      {
        ...power,
        inputs: known.map(([part, weight]) => [PART_NAMES[part] ?? part, `weight ${weight}`] as const),
      },
    ]
  }
  const start = formula === 'composite' ? ([['Average', '50']] as const) : []
  return [
    {
      ...power,
      value: formatScore(formula, row.score),
      inputs: [
        ...start,
        ...Object.entries(row.parts).map(
          ([part, value]) => [PART_NAMES[part] ?? part, formatSigned(value, 2)] as const,
        ),
      ],
    },
  ]
}
