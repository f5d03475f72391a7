import type { DuesEntryKind } from '@fieldhouse/domain/league/dues'
import type { PrizeKind } from '@fieldhouse/domain/league/prizes'
import type { ColumnType, Generated } from 'kysely'

/** An instant as milliseconds since 1970, UTC. */
type Millis = number
/** A day such as `2026-09-01`. */
type Day = string

export type DuesTables = {
  dues_setups: DuesSetupsTable
  dues_prizes: DuesPrizesTable
  dues_entries: DuesEntriesTable
  dues_payouts: DuesPayoutsTable
}

/** What each team of a season owes. All amounts are in cents. */
type DuesSetupsTable = {
  league_id: number
  season: number
  /** Counts up from 1 with each change of the setup or its prizes. */
  version: number
  amount: number
  due_on: Day | null
  /** How to pay; an empty text without a note. */
  note: string
  saved_at: Millis
}

type DuesPrizesTable = {
  league_id: number
  season: number
  /** Counts up from 1 within the season, and stays the same when the setup is changed. */
  prize_id: number
  /** In the order of the prizes. */
  position: number
  kind: ColumnType<PrizeKind>
  /** null unless the prize is `custom`. */
  title: string | null
  /** For each week, if the prize is weekly. */
  amount: number
  /** 0 or 1. */
  includes_playoffs: number
  /** The team that an admin has named the winner of a `custom` prize. */
  winner_id: number | null
}

/** A payment of a team, or an adjustment of what it owes. */
type DuesEntriesTable = {
  id: Generated<number>
  league_id: number
  season: number
  /** null once the season has other teams, such as those of another platform. */
  team_id: number | null
  /** The name of the team when it was noted. */
  team_name: string
  kind: ColumnType<DuesEntryKind>
  /** Negative for an adjustment that lowers what is owed. */
  amount: number
  /** null for an adjustment. */
  paid_on: Day | null
  /** The reason of an adjustment, or the note to a payment. */
  note: string
  noted_at: Millis
}

/** A share of a prize that was paid out. */
type DuesPayoutsTable = {
  id: Generated<number>
  league_id: number
  season: number
  prize_id: number
  /** NFL week; null unless the prize is weekly. */
  week: number | null
  /** null once the season has other teams. */
  team_id: number | null
  /** The name of the team when it was noted. */
  team_name: string
  amount: number
  paid_on: Day
  noted_at: Millis
}
