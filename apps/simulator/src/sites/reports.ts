import { DAY_MS, HOUR_MS, MINUTE_MS } from '@fieldhouse/domain/duration'
import type { SimulatedSeason } from '../league/simulate-league.ts'
import { momentOf } from '../nfl.ts'
import { type Player, simulatePlayerWeek } from '../players.ts'
import { type Random, randomFrom } from '../random.ts'

/** A report about a player. Notes use the last name, stories the full name. */
export type Report = { id: number; atMs: number; kind: 'note' | 'story'; headline: string }

const DAYS_BACK = 30
const REPORT_RATE = 0.2
const STORY_RATE = 0.3

const INJURY_PHRASES = [
  "has been ruled out and won't travel with the team.",
  "missed practice again and isn't expected back soon.",
  'watched from the sideline again Thursday.',
]
const HEALTHY_PHRASES = [
  'took every first-team rep in practice.',
  'was limited Wednesday but a full participant Friday.',
  'is in line for a bigger workload.',
  'drew praise from his coach after another steady game.',
  "isn't worried about the matchup, and neither is his coach.",
]

/** Returns the reports about a player from the last 30 days, newest first. */
export function reportsAbout(season: SimulatedSeason, player: Player, atMs: number): Report[] {
  const today = Math.floor(atMs / DAY_MS)
  return Array.from({ length: DAYS_BACK }, (_, daysAgo) => today - daysAgo)
    .flatMap((day) => reportOn(season, player, day) ?? [])
    .filter((report) => report.atMs <= atMs)
}

function reportOn(season: SimulatedSeason, player: Player, day: number): Report | null {
  const random = randomFrom(season.seed, 'report', player.id, day)
  if (random.float() >= REPORT_RATE) return null
  const kind = random.float() < STORY_RATE ? 'story' : 'note'
  const { week } = momentOf(season.season, new Date(day * DAY_MS))
  const { health } = simulatePlayerWeek(season.seed, season.season, season.nfl, player, week)
  const isHurt = health === 'OUT' || health === 'INJURY_RESERVE'
  const name = kind === 'story' ? fullNameOf(player) : player.lastName
  return {
    id: 50_000_000 + random.integer(0, 9_999_999),
    atMs: day * DAY_MS + random.integer(8, 22) * HOUR_MS + random.integer(0, 59) * MINUTE_MS,
    kind,
    headline: `${name}${health === 'QUESTIONABLE' ? ' (ankle)' : ''} ${pickOne(isHurt ? INJURY_PHRASES : HEALTHY_PHRASES, random)}`,
  }
}

export function fullNameOf({ firstName, lastName }: Player): string {
  return `${firstName} ${lastName}`
}

function pickOne(phrases: readonly string[], random: Random): string {
  return phrases[random.integer(0, phrases.length - 1)] ?? ''
}
