import { formatPoints } from '../../ui/format/format.ts'
import type { WeeklyAward } from './read-awards.ts'

type AwardName = WeeklyAward['name']

type AwardText = {
  label: string
  rule: string
  describe: (award: Pick<WeeklyAward, 'value' | 'player'>) => string
}

const points = (value: number) => `${formatPoints(value)} points`
const nameOf = ({ player }: Pick<WeeklyAward, 'player'>) => player?.name ?? 'A starter'
/** A margin can be smaller than a tenth. */
const margin = (value: number) => (value < 0.1 ? value.toFixed(2) : formatPoints(value))

/** The awards of a scoreboard, in order. The others are part of other screens. */
export const AWARD_TEXTS: Partial<Record<AwardName, AwardText>> = {
  top_score: { label: 'Top score', rule: 'the highest score', describe: ({ value }) => points(value) },
  lowest_score: { label: 'Lowest score', rule: 'the lowest score', describe: ({ value }) => points(value) },
  heartbreak: {
    label: 'Heartbreak',
    rule: 'the highest score that lost',
    describe: ({ value }) => `Lost with ${formatPoints(value)}`,
  },
  robbery: {
    label: 'Robbery',
    rule: 'the lowest score that won',
    describe: ({ value }) => `Won with ${formatPoints(value)}`,
  },
  blowout: {
    label: 'Blowout',
    rule: 'the largest win',
    describe: ({ value }) => `Won by ${margin(value)}`,
  },
  nail_biter: {
    label: 'Nail-biter',
    rule: 'the closest win',
    describe: ({ value }) => `Won by ${margin(value)}`,
  },
  player_of_the_week: {
    label: 'Player of the week',
    rule: 'the starter with the most points',
    describe: (award) => `${nameOf(award)}, ${formatPoints(award.value)}`,
  },
  pickup_of_the_week: {
    label: 'Pickup of the week',
    rule: 'the best starter whom the team picked up from waivers or free agency',
    describe: (award) => `${nameOf(award)}, ${formatPoints(award.value)}`,
  },
  perfect_lineup: {
    label: 'Perfect lineup',
    rule: 'no other lineup would have scored more',
    describe: ({ value }) => `All ${formatPoints(value)} possible`,
  },
  bench_blunder: {
    label: 'Bench blunder',
    rule: 'the most points left on the bench, compared with the best lineup',
    describe: ({ value }) => `${formatPoints(value)} left on the bench`,
  },
  asleep: {
    label: 'Asleep',
    rule: 'an empty starting slot, or a starter on a bye',
    describe: ({ value }) => (value === 1 ? 'One slot without a player' : `${value} slots without a player`),
  },
}
