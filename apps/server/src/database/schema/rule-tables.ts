import type { ImportedPersonId } from './import-tables.ts'

/** An instant as milliseconds since 1970, UTC. */
type Millis = number

export type RuleTables = {
  rule_versions: RuleVersionsTable
  rule_sections: RuleSectionsTable
}

/** A version of a league's rules. The highest one is in force. */
type RuleVersionsTable = {
  league_id: number
  version: number
  /** Who saved it. */
  user_id: number
  imported_person_id: ImportedPersonId
  saved_at: Millis
  note: string
  /** The version that was restored; null for an edit. That version may no longer be kept. */
  restored_from: number | null
}

type RuleSectionsTable = {
  league_id: number
  version: number
  /** In the order of the sections. */
  position: number
  /** The ID of the section in all versions of the league. */
  section: number
  heading: string
  body: string
  /** The proposal that it came from; null without one, and once it is deleted. */
  proposal_id: number | null
}
