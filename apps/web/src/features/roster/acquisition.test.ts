import { expect, it } from 'vitest'
import { describeAcquisition } from './player-card.tsx'

const TEAMS = [{ team_id: 2, name: 'Larks', logo: null, owners: ['Bo Marsh'], assigned_user: null }]

const NOTHING = { team_id: 1, from_team_id: null, week: null, at: null, bid: null, pick: null, round: null }

it.each([
  [{ how: 'draft', round: 3, pick: 31 }, 'Drafted in round 3, pick 31'],
  [{ how: 'draft', round: 3, bid: 24 }, 'Drafted in round 3 for $24'],
  [{ how: 'keeper', round: 1, pick: 4 }, 'Kept in round 1, pick 4'],
  [{ how: 'keeper' }, 'Kept'],
  [{ how: 'waiver', week: 5, bid: 12 }, 'Claimed off waivers in Week 5 for $12'],
  [{ how: 'waiver', week: 5, bid: 0 }, 'Claimed off waivers in Week 5'],
  [{ how: 'free_agent', week: 0 }, 'Added as a free agent before Week 1'],
  [{ how: 'trade', week: 9, from_team_id: 2 }, 'Traded from Larks in Week 9'],
  [{ how: 'trade', week: 9, from_team_id: 7 }, 'Traded in Week 9'],
  [{ how: 'other', week: 9 }, 'Added in Week 9'],
] as const)('describes %j', (acquisition, text) => {
  expect(describeAcquisition({ ...NOTHING, ...acquisition }, TEAMS)).toBe(text)
})
