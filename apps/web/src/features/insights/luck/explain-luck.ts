import { formatPoints } from '../../../ui/format/points.ts'
import { formatFullRecord, formatWinPercentage } from '../../../ui/format/record.ts'
import type { ExplainedFigure } from '../../../ui/overlays/explanation.tsx'
import { formatDecimal, formatSigned } from '../format.ts'
import type { TeamLuck } from '../use-insights.ts'

const ALL_PLAY = {
  name: 'All-play record',
  meaning: 'The record if the team had played every other team every week.',
  formula: 'Each week: a win for every lower score, a loss for every higher one, a tie for an equal one.',
}

const EXPECTED_WINS = {
  name: 'Expected wins',
  meaning: 'How many wins the scores deserved.',
  formula: 'The weekly shares of the other teams that the score beat, added up. An equal score counts half.',
}

const LUCK = {
  name: 'Luck',
  meaning: 'How many wins the schedule gave (+) or took (−).',
  formula: 'Wins − expected wins. A tie counts as half a win.',
}

const UNUSUALNESS = {
  name: 'How unusual',
  meaning: 'Beyond ±2 is rare.',
  formula: 'Luck ÷ the standard deviation of the wins, if each opponent had been drawn at random.',
}

const SCHEDULE = {
  name: 'Strength of schedule',
  meaning: 'How many points per week the opponents score more (+) or less (−) than the others. From week 3.',
  formula: "The opponents' average PPG − the average PPG of all other teams. Met and to come are separate.",
}

const VOLATILITY = {
  name: 'Volatility',
  meaning: 'How much the score moves from week to week, in points. Low is consistent. From week 3.',
  formula:
    'The standard deviation of the differences between the score and the median of all scores of the week.',
}

const RANGE = {
  name: 'Floor, median, ceiling',
  meaning: 'A bad, a usual and a good week. From week 3.',
  formula: 'The 10th, 50th and 90th percentile of the weekly scores.',
}

const BOOM = {
  name: 'Boom and bust',
  meaning: 'How often a week was much better or worse than the league.',
  formula: 'Weeks at least 20 points above or below the median of the week.',
}

export const LUCK_FIGURES: readonly ExplainedFigure[] = [ALL_PLAY, EXPECTED_WINS, LUCK, UNUSUALNESS]

export const CONSISTENCY_FIGURES: readonly ExplainedFigure[] = [RANGE, VOLATILITY, BOOM]

export function explainLuck(team: TeamLuck): ExplainedFigure[] {
  const { record, schedule, scores } = team
  const games = team.weeks.length
  const wins = record.wins + record.ties / 2
  return [
    {
      ...ALL_PLAY,
      value: formatFullRecord(team.all_play),
      inputs: [
        ['Weeks', String(games)],
        ['Win %', formatWinPercentage(team.all_play_rate)],
      ],
    },
    {
      ...EXPECTED_WINS,
      value: formatDecimal(team.expected_wins, 2),
      inputs: team.weeks.map(({ week, rate }) => [`Week ${week}`, formatWinPercentage(rate)] as const),
    },
    {
      ...LUCK,
      value: formatSigned(team.luck, 2),
      inputs: [
        ['Wins', String(wins)],
        ['Expected', formatDecimal(team.expected_wins, 2)],
      ],
    },
    {
      ...UNUSUALNESS,
      value: formatSigned(team.unusualness, 2),
      inputs: [
        ['Luck', formatSigned(team.luck, 2)],
        ['Standard deviation', formatDecimal(team.standard_deviation, 2)],
      ],
    },
    {
      ...SCHEDULE,
      value: formatSigned(schedule.played, 1),
      inputs: [
        ['Met', formatSigned(schedule.played, 1)],
        ['To come', formatSigned(schedule.remaining, 1)],
        ["Opponents' all-play win %", formatWinPercentage(schedule.opponents_all_play_rate)],
      ],
    },
    {
      ...VOLATILITY,
      value: formatDecimal(scores.volatility, 1),
      inputs: [
        ['Weeks', String(scores.weeks)],
        ['Standard deviation of the scores alone', formatDecimal(scores.standard_deviation, 1)],
      ],
    },
    {
      ...RANGE,
      value: [scores.floor, scores.median, scores.ceiling].map(formatPoints).join(' · '),
    },
    { ...BOOM, value: `${scores.boom ?? '—'} · ${scores.bust ?? '—'}` },
  ]
}
