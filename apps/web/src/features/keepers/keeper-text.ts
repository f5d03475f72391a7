import { pluralize } from '@fieldhouse/domain/pluralize'
import type { Keeper, KeeperRule } from './use-keepers.ts'

type Step = Keeper['steps'][number]

/** Formats a round or a price, such as `Round 5` or `$12`. */
export function formatCost(cost: number, unit: KeeperRule['unit']): string {
  return unit === 'round' ? `Round ${cost}` : `$${cost}`
}

/** Describes the rule of a league in sentences. */
export function describeRule(rule: KeeperRule): string {
  const { unit, step, undrafted, undrafted_cost: fixed, max_years: years, max_keepers: keepers } = rule
  const last =
    unit === 'round'
      ? step === 0
        ? 'A keeper costs the pick of the same round as last time.'
        : `A keeper costs a pick ${pluralize(step, 'round')} earlier than last time.`
      : step === 0
        ? 'A keeper costs the same price as last time.'
        : `A keeper costs $${step} more than last time.`
  return [
    last,
    describeUndrafted(rule, undrafted, fixed),
    years === null ? null : `A player can be kept for at most ${pluralize(years, 'year')} in a row.`,
    keepers === null ? null : `A team can keep at most ${pluralize(keepers, 'player')}.`,
  ]
    .filter((sentence) => sentence !== null)
    .join(' ')
}

function describeUndrafted(
  { unit, step }: KeeperRule,
  undrafted: KeeperRule['undrafted'],
  fixed: number | null,
): string {
  switch (undrafted) {
    case 'last_round':
      return 'Players who were not drafted cost the last round.'
    case 'bid':
      return step === 0
        ? 'Players who were not drafted cost their waiver bid.'
        : `Players who were not drafted cost their waiver bid plus $${step}.`
    case 'fixed':
      return `Players who were not drafted cost ${fixed === null ? '—' : formatCost(fixed, unit)}.`
    case 'never':
      return "Players who were not drafted can't be kept."
  }
}

/** Describes a step of a player's way to his team, without its season. */
export function describeStep({ how, team, from_team: from, week, bid, round }: Step): string {
  const price = bid === null || bid === 0 ? '' : ` for $${bid}`
  const spot = round === null ? price : ` in round ${round}${price}`
  const when = week === null ? '' : week === 0 ? ' before Week 1' : ` in Week ${week}`
  switch (how) {
    case 'draft':
      return `Drafted by ${team}${spot}`
    case 'keeper':
      return `Kept by ${team}${spot}`
    case 'waiver':
      return `Claimed off waivers by ${team}${when}${price}`
    case 'free_agent':
      return `Added by ${team} as a free agent${when}`
    case 'trade':
      return `Traded${from === null ? '' : ` from ${from}`} to ${team}${when}`
    case 'carried_over':
      return `Stayed with ${team} without a pick`
    case 'off_season':
      return `Moved${from === null ? '' : ` from ${from}`} to ${team} in the off-season`
    case 'other':
      return from === null
        ? `Added to ${team} by a league manager${when}`
        : `Moved from ${from} to ${team} by a league manager${when}`
  }
}

const OBSTACLES: Record<NonNullable<Keeper['obstacle']>, string> = {
  max_years: 'Not eligible: kept for the maximum number of years',
  undrafted: 'Not eligible: not drafted',
  first_round: 'Not eligible: no round before the first',
  unknown: 'Cost unknown',
}

export function describeObstacle(obstacle: NonNullable<Keeper['obstacle']>): string {
  return OBSTACLES[obstacle]
}

/** How often a player was kept, such as `2 years, since 2025`. */
export function describeYears({ years_kept: years, kept_since: since, has_origin: isWhole }: Keeper): string {
  if (years === 0) return isWhole ? 'Not yet' : '—'
  return `${isWhole ? '' : 'At least '}${pluralize(years, 'year')}, since ${since ?? '—'}`
}
