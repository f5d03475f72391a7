import type { Player } from '../use-roster.ts'

type Acquisition = Player['acquisitions'][number]

export function describeAcquisition(acquisition: Acquisition, teams: Player['teams']): string {
  const { bid, from_team_id: fromId } = acquisition
  const from = teams.find(({ team_id: id }) => id === fromId)
  const price = bid === null || bid === 0 ? '' : ` for $${bid}`
  const when = weekOf(acquisition)
  switch (acquisition.how) {
    case 'draft':
      return `Drafted${pickOf(acquisition)}${price}`
    case 'keeper':
      return `Kept${pickOf(acquisition)}${price}`
    case 'waiver':
      return `Claimed off waivers${when}${price}`
    case 'free_agent':
      return `Added as a free agent${when}`
    case 'trade':
      return `Traded${from === undefined ? '' : ` from ${from.name}`}${when}`
    case 'other':
      return `Added${when}`
  }
}

function pickOf({ round, pick }: Acquisition): string {
  if (round === null) return ''
  return pick === null ? ` in round ${round}` : ` in round ${round}, pick ${pick}`
}

function weekOf({ week }: Acquisition): string {
  if (week === null) return ''
  return week === 0 ? ' before Week 1' : ` in Week ${week}`
}
