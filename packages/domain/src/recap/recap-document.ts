/** The parts of a recap that a league can leave out, in the order in which they are shown. */
export const RECAP_SECTIONS = ['results', 'awards', 'power', 'odds', 'records', 'standings'] as const

export type RecapSection = (typeof RECAP_SECTIONS)[number]

/**
 * The recap of a week as it is stored, once: every screen, message and picture is drawn from it. All figures are text,
 * so that all of them show the same. The names of the fields are those of the API, too.
 */
export type RecapDocument = {
  title: string
  headline: string
  /** Paragraphs. Every name and number in them is in the rest of the document, too. */
  story: string[]
  /** The games between two teams, the most important one first. */
  games: RecapGame[]
  byes: RecapTeam[]
  awards: RecapAward[]
  /** The teams that moved in the power ranking, and the first one, best first. */
  power: RecapPower[]
  odds: RecapOdds[]
  records: { label: string; holder: string; value: string }[]
  /** Best rank first. */
  standings: RecapStanding[]
  /** Scores, streaks and lineups as lists, for readers of plain text. Each entry is a paragraph. */
  lists: string[]
}

export type RecapTeam = { id: number; name: string }

/** The most important one first. */
export const GAME_KINDS = [
  'title',
  'playoff',
  'leg',
  'thriller',
  'tie',
  'upset',
  'ended',
  'rout',
  'streak',
  'relief',
  'skid',
  'third',
  'plain',
  'consolation',
] as const

export type GameKind = (typeof GAME_KINDS)[number]

export type RecapGame = {
  kind: GameKind
  /** In a tie, the first one by name. */
  winner: RecapTeam
  loser: RecapTeam
  score: string
  against: string
  margin: string
  tie: boolean
  /** Such as 'Semifinal'; null in the regular season. */
  round: string | null
  /** Games of the streak that the kind is about; 0 for other kinds. */
  streak: number
  /** Of the last game of a series over several periods, who won it and how; null for other games. */
  series: { winner: RecapTeam; score: string; against: string } | null
}

export type RecapAward = {
  kind: 'top' | 'low' | 'player' | 'pickup' | 'bench' | 'heartbreak' | 'perfect' | 'asleep'
  label: string
  teams: RecapTeam[]
  /** Empty for awards without a figure. */
  value: string
  /** The player, or what the value is; null without either. */
  note: string | null
}

export type RecapPower = {
  team: RecapTeam
  rank: number
  /** Ranks gained; negative if lost. */
  change: number
}

export type RecapOdds = {
  team: RecapTeam
  /** null in the first week with odds. */
  before: string | null
  after: string
  status: 'clinched' | 'eliminated' | 'up' | 'down' | 'new'
}

export type RecapStanding = { team: RecapTeam; rank: number; record: string; points: string }

const MAX_NAME_LENGTH = 40

export function truncateName(name: string): string {
  if (name.length <= MAX_NAME_LENGTH) return name
  let start = ''
  // Iterating by code point keeps surrogate pairs intact.
  for (const character of name) {
    if (start.length + character.length >= MAX_NAME_LENGTH) break
    start += character
  }
  return `${start}…`
}

/** The maximum length of a post, in characters. Source: decisions, 8. */
export const MAX_RECAP_LENGTH = 5000

/** Formats a recap as the text of a post. If it is too long, the end of the story is left out, never a list. */
export function formatRecapText({ title, lists }: RecapDocument, story: readonly string[]): string {
  const format = (paragraphs: readonly string[]) => [title, ...paragraphs, ...lists].join('\n\n')
  const fitting = story.filter((_, index) => format(story.slice(0, index + 1)).length <= MAX_RECAP_LENGTH)
  return format(fitting)
}
