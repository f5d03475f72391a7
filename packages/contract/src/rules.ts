import { RULE_LIMITS } from '@fieldhouse/domain/league/rules'
import { z } from 'zod'
import { atMost, countedFrom, Instant, ItemId, MemberText, PATH_PARAMETERS } from './fields.ts'
import { MEMBER_READ, operationsOf } from './operation.ts'

const { get, post } = operationsOf('leagues')

const VersionNumber = countedFrom(1, 'The version')

/** The version that an edit starts from; 0 without rules. */
const EditedVersion = countedFrom(0, 'The version')

const Section = z.object({
  /** Stays the same in all versions. */
  id: z.int(),
  heading: z.string(),
  /** Shown like the text of a post: links become links, nothing else is markup. */
  body: z.string(),
  /** The proposal that it came from, if that still exists; null for other sections. */
  proposal: z.object({ id: z.int(), question: z.string() }).nullable(),
})

const Version = z.object({
  /** Counts up from 1. */
  version: z.int(),
  saved_at: Instant,
  /** The display name of who saved it. */
  saved_by: z.string(),
  /** What was changed, in the words of who saved it; an empty text without any. */
  note: z.string(),
  /** The version that was restored; null for an edit. */
  restored_from: z.int().nullable(),
})

const Rules = z.object({
  /** The version that is in force; null without rules. */
  current: Version.nullable(),
  sections: z.array(Section),
})

const EditedSection = z.object({
  /** null for a new section. */
  id: ItemId.nullable(),
  heading: MemberText.min(1, 'Give each section a heading.').max(
    ...atMost('each heading', RULE_LIMITS.heading),
  ),
  body: MemberText.max(...atMost('each section', RULE_LIMITS.body)),
  /** The closed proposal that it comes from; null for other sections. */
  proposal_id: ItemId.nullable(),
})

const EditedSections = z
  .array(EditedSection)
  .max(RULE_LIMITS.sections, `Keep the rules to ${RULE_LIMITS.sections} sections or fewer.`)
  .refine(
    (sections) =>
      sections.reduce((sum, { heading, body }) => sum + heading.length + body.length, 0) <= RULE_LIMITS.total,
    'Keep the rules to 50,000 characters or fewer.',
  )
  .refine((sections) => {
    const ids = sections.flatMap(({ id }) => id ?? [])
    return new Set(ids).size === ids.length
  }, 'Each section can be there only once.')

export const getRules = get('/api/league/:league/rules/', {
  summary: 'The rules of a league',
  ...MEMBER_READ,
  response: Rules,
})

/** Nothing is saved if somebody has saved another version in the meantime. */
export const saveRules = post('/api/league/:league/rules/', {
  summary: 'Saves a new version of the rules',
  access: 'league_admin',
  errors: ['rules_changed', 'proposal_not_adopted'],
  bodyLimit: 256 * 1024,
  body: z.object({
    version: EditedVersion,
    sections: EditedSections,
    note: MemberText.max(...atMost('the note', RULE_LIMITS.note)).default(''),
  }),
  response: Rules,
})

export const listRuleVersions = get('/api/league/:league/rules/versions/', {
  summary: 'The versions of the rules that are kept, newest first',
  ...MEMBER_READ,
  response: z.object({ versions: z.array(Version) }),
})

export const getRuleVersion = get('/api/league/:league/rules/versions/:version/', {
  summary: 'A version of the rules with the one before it',
  ...MEMBER_READ,
  errors: ['rule_version_not_found'],
  params: z.object({ league: PATH_PARAMETERS.league, version: VersionNumber }),
  response: z.object({
    version: Version,
    sections: z.array(Section),
    /** The sections of the version before; empty for the first one that is kept. */
    previous_sections: z.array(Section),
  }),
})

export const restoreRules = post('/api/league/:league/rules/restore/', {
  summary: 'Saves an old version of the rules as the newest one',
  access: 'league_admin',
  errors: ['rules_changed', 'rule_version_not_found'],
  body: z.object({
    restored: VersionNumber,
    /** The newest version that the user has seen. */
    version: EditedVersion,
  }),
  response: Rules,
})
