import type { OwnerMerge } from '@fieldhouse/domain/history/history-input'
import { assignUsers, type TeamAssignment } from '@fieldhouse/domain/league/team-assignments'
import { seasonAt } from '@fieldhouse/domain/seasons/season'
import type { StoredSeason } from '../season-documents/stored-seasons.ts'
import { type LeagueTeam, toLeagueTeams } from '../seasons/team-reader.ts'

/** What is stored of the seasons of a league, and decisions of admins about them. */
export type LeagueSeasons = {
  leagueId: number
  /** Oldest first. */
  seasons: readonly StoredSeason[]
  merges: readonly OwnerMerge[]
  /** The most prominent colors of logos, by the URL of the logo. */
  logoColors: ReadonlyMap<string, string>
  /** The last refresh; null without one. */
  refresh: { season: number | null; error: string | null } | null
}

/** The people who have teams. */
export type LeaguePeople = {
  assignments: readonly TeamAssignment[]
  /** How the league shows them, by user ID. */
  people: ReadonlyMap<number, { userId: number; username: string; name: string }>
}

/** How current the data of a season is. */
export type SeasonFreshness = Pick<StoredSeason, 'provider'> & {
  updatedAt: Date | null
  lastError: string | null
  /** null for a CSV file, and if not stored. */
  providerLeagueId: string | null
}

/**
 * A league as of one moment: its seasons, and the people who have teams. What screens show is computed when it is first
 * asked for. Nobody may change what it returns.
 */
export class League {
  readonly id: number
  /** Oldest first. */
  readonly seasons: readonly StoredSeason[]
  readonly #stored: LeagueSeasons
  readonly #people: LeaguePeople
  readonly #pathOfLogo: (url: string | null) => string | null
  readonly #computed = new Map<string, unknown>()

  constructor(
    stored: LeagueSeasons,
    people: LeaguePeople,
    pathOfLogo: (url: string | null) => string | null,
  ) {
    this.id = stored.leagueId
    this.seasons = stored.seasons
    this.#stored = stored
    this.#people = people
    this.#pathOfLogo = pathOfLogo
  }

  /** null if it is not stored. */
  season(year: number): StoredSeason | null {
    return this.seasons.find(({ season }) => season === year) ?? null
  }

  /** The newest stored season; the current NFL season if none is stored. */
  currentSeason(now: Date): number {
    return this.seasons.at(-1)?.season ?? seasonAt(now)
  }

  freshness(year: number): SeasonFreshness {
    const { refresh } = this.#stored
    const stored = this.season(year)
    return {
      updatedAt: stored?.fetchedAt ?? null,
      lastError: refresh?.season === year ? refresh.error : null,
      provider: stored?.provider ?? null,
      providerLeagueId: stored?.providerLeagueId ?? null,
    }
  }

  /** Ordered by ID; empty if the season is not stored. */
  teams(year: number): readonly LeagueTeam[] {
    return this.#once(`teams ${year}`, () => this.#computeTeams(year))
  }

  /** The team assigned to a user in a season; null without one. */
  teamOf(year: number, userId: number): LeagueTeam | null {
    return this.teams(year).find(({ assignment }) => assignment?.userId === userId) ?? null
  }

  #once<Value>(key: string, compute: () => Value): Value {
    if (!this.#computed.has(key)) this.#computed.set(key, compute())
    return this.#computed.get(key) as Value
  }

  #computeTeams(year: number): LeagueTeam[] {
    const season = this.season(year)
    if (season === null) return []
    const users = assignUsers(this.#people.assignments, season, (memberId) => this.#personOf(memberId))
    return toLeagueTeams(season, {
      colorOf: (logo) => this.#colorOf(logo),
      pathOf: this.#pathOfLogo,
      userOf: (teamId) => this.#people.people.get(users.get(teamId) ?? 0) ?? null,
    })
  }

  #colorOf(logo: string | null): string | null {
    return logo === null ? null : (this.#stored.logoColors.get(logo.replace(/^http:/, 'https:')) ?? null)
  }

  #personOf(memberId: string): string {
    return this.#stored.merges.find((merge) => merge.memberId === memberId)?.personId ?? memberId
  }
}
