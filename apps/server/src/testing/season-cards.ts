import type { CardContent } from '../features/share-images/read-card-image.ts'

type Face = Extract<CardContent, { kind: 'season-card' }>['card']

/** A card of a team, or of the league if there are several. */
export function buildSeasonCard(card: Partial<Face>, teams = 1): CardContent {
  return {
    kind: 'season-card',
    season: 2025,
    teams: Array.from({ length: teams }, (_, index) => ({
      team_id: index,
      owner: index === 1 ? null : 'Ada Marlow',
      name:
        ['Lund Ahoy 🏈', 'The Extraordinarily Long Winded Marsh Madness of Łódź', 'Night Owls'][index] ?? '',
      logo: null,
      color: ['#0b5fa5', '#c8102e', '#2e7d32'][index] ?? null,
    })),
    card: {
      kind: 'weeks',
      title: 'Best and worst week',
      value: '168.4',
      caption: 'points in week 11, the best score of that week',
      facts: [
        {
          label: 'Best week',
          value: '168.4',
          note: '1st of 12 in week 11, vs Tolliver’s Travels',
          game: null,
        },
        {
          label: 'Worst week',
          value: '71.3',
          note: '12th of 12 in week 3, vs The Unreasonably Long Names',
          game: null,
        },
      ],
      chart: null,
      weeks: 'Weeks 1–14',
      team_ids: [],
      text: '',
      ...card,
    },
  }
}

const WEEKLY = [0.42, 0.3, 0.51, 0.66, 0.58, 0.83, 0.97, 1]

/** Cards of finished seasons to draw, by name. */
export const SEASON_CARDS: Record<string, CardContent> = {
  'season card': buildSeasonCard({}),
  'season card with a chart': buildSeasonCard({
    title: 'Playoff odds',
    value: 'Week 10',
    caption: 'clinched the playoffs',
    facts: [
      { label: 'Lowest playoff odds', value: '30%', note: 'after week 4', game: null },
      { label: 'Highest title odds', value: '34%', note: 'after week 10', game: null },
    ],
    chart: {
      unit: 'share',
      max: 1,
      lines: [
        { name: 'Playoffs', points: WEEKLY.map((value, index) => ({ week: index + 3, value })) },
        { name: 'Title', points: WEEKLY.map((value, index) => ({ week: index + 3, value: value / 3 })) },
      ],
    },
    weeks: 'Weeks 3–10',
  }),
  'season card of the champion': buildSeasonCard({
    title: 'Champion',
    value: 'The Unreasonably Long-Named Anchors of the Harbour',
    caption: 'won the championship',
    facts: [{ label: 'Runner-up', value: 'Night Owls', note: null, game: null }],
    weeks: 'Playoffs',
  }),
  'season card of several teams': buildSeasonCard(
    {
      title: 'Most trades',
      value: '4',
      caption: 'trades, Anchors, Buoys and Cleats',
      facts: [],
      weeks: 'Whole season',
    },
    3,
  ),
}
