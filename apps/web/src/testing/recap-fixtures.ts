import type { RecapCard } from '@fieldhouse/contract/recap'

const ANCHORS = { id: 1, name: 'Anchors' }
const BUOYS = { id: 2, name: 'Buoys' }

export function buildRecapCard(overrides: Partial<RecapCard> = {}): RecapCard {
  return {
    title: 'Week 5 Recap',
    headline: 'A narrow escape for Anchors',
    story: ['Anchors survived Buoys by 0.5 points, 101.5–101.0.', 'The low score belonged to Buoys: 101.0.'],
    games: [
      {
        kind: 'thriller',
        winner: ANCHORS,
        loser: BUOYS,
        score: '101.5',
        against: '101.0',
        margin: '0.5',
        tie: false,
        round: null,
        streak: 0,
        series: null,
      },
    ],
    byes: [],
    awards: [
      { kind: 'player', label: 'Player of the week', teams: [ANCHORS], value: '31.5', note: 'Wes Tarn' },
    ],
    power: [{ team: ANCHORS, rank: 2, change: 3 }],
    odds: [
      { team: ANCHORS, before: '41%', after: '68%', status: 'up' },
      { team: BUOYS, before: '2%', after: '0%', status: 'eliminated' },
    ],
    records: [{ label: 'closest win', holder: 'Ada Quill', value: '0.5' }],
    standings: [{ team: ANCHORS, rank: 1, record: '4-1', points: '512.4' }],
    ...overrides,
  }
}
