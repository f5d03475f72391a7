import { formatPoints } from '../../../ui/format/format.ts'
import type { ExplainedFigure } from '../../../ui/overlays/dialog.tsx'
import { formatEfficiency } from '../format.ts'
import type { TeamLineups } from '../use-insights.ts'

const BEST = {
  name: 'Best lineup',
  meaning: 'The most points that the roster could have scored.',
  formula:
    'Every starting slot gets at most one player who may play there, so that the sum is the highest possible. Players on injured reserve do not count. A slot stays empty rather than with negative points.',
}

const EFFICIENCY = {
  name: 'Efficiency',
  meaning: 'The share of the possible points that the lineup scored.',
  formula: 'Points scored ÷ points of the best lineup. Over a season, the sums are divided.',
}

const GAMES = {
  name: 'Would have won',
  meaning: 'Lost games that the best lineup would have won against the same opponent.',
  formula:
    'A loss in which the best lineup has more points than the opponent scored. "Lost anyway" counts losses with a perfect lineup.',
}

export const LINEUP_FIGURES: readonly ExplainedFigure[] = [BEST, EFFICIENCY, GAMES]

export function explainLineups({ season }: TeamLineups): ExplainedFigure[] {
  return [
    { ...BEST, value: formatPoints(season.optimal), inputs: [['Weeks', String(season.weeks)]] },
    {
      ...EFFICIENCY,
      value: formatEfficiency(season.efficiency),
      inputs: [
        ['Scored', formatPoints(season.actual)],
        ['Best', formatPoints(season.optimal)],
        ['Left on the bench', formatPoints(season.left_on_bench)],
      ],
    },
    {
      ...GAMES,
      value: String(season.would_have_won),
      inputs: [
        ['Lost anyway', String(season.lost_anyway)],
        ['Perfect lineups', String(season.perfect_lineups)],
      ],
    },
  ]
}
