import { momentOf } from '../calendar.ts'
import { simulatePlayerWeek } from '../player-week.ts'
import type { Player } from '../players.ts'
import { type Random, randomFrom } from '../random.ts'
import type { SimulatedSeason } from '../simulate-league.ts'

/** What is written about a player; a note has his last name, a story his whole one. */
export type Report = { id: number; atMs: number; kind: 'note' | 'story'; headline: string }

const DAY = 86_400_000
const HOUR = 3_600_000
const DAYS_BACK = 30
const REPORT_RATE = 0.2
const STORY_RATE = 0.3

const INJURY_PHRASES = [
  'has been ruled out and will not travel with the team.',
  'did not practice and is not expected back soon.',
  'watched from the sideline again on Thursday.',
]
const HEALTHY_PHRASES = [
  'took every snap with the first unit in practice.',
  'was limited on Wednesday and full on Friday.',
  'is set for a larger share of the work.',
  'drew praise from his coach after another steady game.',
  "isn't worried about the matchup; his coach isn't either.",
]

/** Newest first, of the last thirty days. */
export function reportsAbout(season: SimulatedSeason, player: Player, atMs: number): Report[] {
  const today = Math.floor(atMs / DAY)
  return Array.from({ length: DAYS_BACK }, (_, back) => today - back)
    .flatMap((day) => reportOf(season, player, day) ?? [])
    .filter((report) => report.atMs <= atMs)
}

function reportOf(season: SimulatedSeason, player: Player, day: number): Report | null {
  const random = randomFrom(season.seed, 'report', player.id, day)
  if (random.share() >= REPORT_RATE) return null
  const kind = random.share() < STORY_RATE ? 'story' : 'note'
  const { week } = momentOf(season.season, new Date(day * DAY))
  const { health } = simulatePlayerWeek(season.seed, season.season, season.nfl, player, week)
  const isHurt = health === 'OUT' || health === 'INJURY_RESERVE'
  const name = kind === 'story' ? fullNameOf(player) : player.lastName
  return {
    id: 50_000_000 + random.between(0, 9_999_999),
    atMs: day * DAY + random.between(8, 22) * HOUR + random.between(0, 59) * 60_000,
    kind,
    headline: `${name}${health === 'QUESTIONABLE' ? ' (ankle)' : ''} ${pickOne(isHurt ? INJURY_PHRASES : HEALTHY_PHRASES, random)}`,
  }
}

export function fullNameOf({ firstName, lastName }: Player): string {
  return `${firstName} ${lastName}`
}

function pickOne(sentences: readonly string[], random: Random): string {
  return sentences[random.between(0, sentences.length - 1)] ?? ''
}
