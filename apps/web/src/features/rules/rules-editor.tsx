import { mergeRules, RULE_LIMITS } from '@fieldhouse/domain/league/rules'
import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { getFormErrorMessage, hasErrorCode } from '../../api/api-client.ts'
import { parseStored, RULES_KEY_PREFIX, readStorage, writeStorage } from '../../storage/browser-storage.ts'
import { Loaded, Notice } from '../../ui/feedback/feedback.tsx'
import { formatDateTime } from '../../ui/format/date-time.ts'
import { formatCount } from '../../ui/format/format.ts'
import { Button, IconButton } from '../../ui/forms/button.tsx'
import { TextArea, TextField } from '../../ui/forms/field.tsx'
import { ActionForm, useForm } from '../../ui/forms/use-form.tsx'
import { Fill, Row, Stack } from '../../ui/layout/layout.tsx'
import { TabHeader } from '../../ui/navigation/tab-header.tsx'
import { ConfirmButton } from '../../ui/overlays/dialog.tsx'
import ui from '../../ui/ui.module.css'
import { RuleDiff } from './rule-changes.tsx'
import { proposalQuery, type Rules, type Section, useSaveRules } from './use-rules.ts'

type Props = {
  league: string
  /** The newest version, which can change while the editor is open. */
  rules: Rules
  /** The ID of a proposal that is to become a rule; null without one. */
  proposal: number | null
  onClose: () => void
}

export function RulesEditor({ league, rules, proposal, onClose }: Props) {
  const { draft, isRestored, change, forget } = useRulesDraft(league, () => toDraft(rules))
  const save = useSaveRules(league)
  const isOutdated = draft.version !== (rules.current?.version ?? 0)
  const setSections = (sections: readonly DraftSection[]) => change({ ...draft, sections })
  const isIncomplete = draft.sections.some(({ heading }) => heading.trim() === '')
  const length = draft.sections.reduce((sum, { heading, body }) => sum + heading.length + body.length, 0)
  const isTooLong = length > RULE_LIMITS.total
  const form = useForm({
    initial: draft,
    mutation: save,
    toRequest: ({ version, note, sections }) =>
      isOutdated || isIncomplete || isTooLong
        ? null
        : { version, note, sections: sections.map(toEditedSection) },
    onSent: close,
  })

  function close() {
    forget()
    onClose()
  }

  return (
    <ActionForm
      form={form}
      label="Rules"
      action="Save the rules"
      // What another admin has saved is shown until the editor has made up their mind, and no longer after that.
      fallback={(error) =>
        isOutdated || hasErrorCode(error, 'rules_changed')
          ? null
          : getFormErrorMessage(error, 'Failed to save.')
      }
      others={
        <>
          {hasChanges(draft) ? (
            <ConfirmButton
              question="Discard your changes?"
              consequence="What you have written here is lost. The rules stay as they are."
              confirmLabel="Discard"
              onConfirm={close}
            >
              Cancel
            </ConfirmButton>
          ) : (
            <Button onClick={close}>Cancel</Button>
          )}
          {isIncomplete ? <p className={ui.note}>Give each section a heading.</p> : null}
        </>
      }
    >
      <TabHeader title="Edit the rules" />
      <p className={ui.note}>Addresses in a text become links. There is no other formatting.</p>
      {isRestored ? (
        <Notice tone="info">
          <Row isSpread gap={3}>
            <p>This is what you have written and not saved.</p>
            <Button onClick={() => change(toDraft(rules))}>Start over</Button>
          </Row>
        </Notice>
      ) : null}
      {proposal === null ? null : (
        <AddedProposal
          key={proposal}
          league={league}
          proposal={proposal}
          sections={draft.sections}
          onAdd={setSections}
        />
      )}
      {draft.sections.length === 0 ? (
        <Stack gap={3} className={ui.card}>
          <p>Write your own sections, or start with headings that most leagues need.</p>
          <div>
            <Button
              onClick={() =>
                setSections(
                  SUGGESTED_SECTIONS.map((content, index) => ({
                    ...newSection([], content),
                    key: `new-${index + 1}`,
                  })),
                )
              }
            >
              Use suggested sections
            </Button>
          </div>
        </Stack>
      ) : null}
      <Stack as="ol" aria-label="Sections">
        {draft.sections.map((section, index) => (
          <Stack as="li" key={section.key} gap={3} className={ui.card}>
            <SectionFields section={section} index={index} sections={draft.sections} onChange={setSections} />
          </Stack>
        ))}
      </Stack>
      <Row wraps>
        <Button
          disabled={draft.sections.length >= RULE_LIMITS.sections}
          onClick={() => setSections([...draft.sections, newSection(draft.sections)])}
        >
          <Plus size={18} aria-hidden="true" /> Add section
        </Button>
      </Row>
      <TextField
        label="What did you change? (optional)"
        hint="Members see it with the new version."
        value={draft.note}
        maxLength={RULE_LIMITS.note}
        onChange={(note) => change({ ...draft, note })}
      />
      {isTooLong ? (
        <Notice tone="warn">
          The rules have {length.toLocaleString('en-US')} characters, and{' '}
          {RULE_LIMITS.total.toLocaleString('en-US')} are possible. Shorten a section to save.
        </Notice>
      ) : null}
      {isOutdated ? <NewerVersion draft={draft} rules={rules} onChange={change} /> : null}
    </ActionForm>
  )
}

function toEditedSection({ id, heading, body, proposal }: DraftSection) {
  return { id, heading, body, proposal_id: proposal?.id ?? null }
}

type AddedProposalProps = {
  league: string
  proposal: number
  sections: readonly DraftSection[]
  onAdd: (sections: readonly DraftSection[]) => void
}

function AddedProposal({ league, proposal, sections, onAdd }: AddedProposalProps) {
  const query = useQuery(proposalQuery(league, proposal))
  const item = query.data?.item
  const isThere = sections.some((section) => section.proposal?.id === proposal)
  const wasAdded = useRef(isThere)
  useEffect(() => {
    if (item?.type !== 'proposal' || wasAdded.current) return
    wasAdded.current = true
    const winner = item.options.find(({ won }) => won)
    const closed = item.closes_at === null ? '' : ` on ${formatDateTime(new Date(item.closes_at))}`
    const votes = `${winner?.percent ?? 0}% of ${formatCount(item.total, 'vote')}`
    onAdd([
      ...sections,
      newSection(sections, {
        heading: item.question.slice(0, RULE_LIMITS.heading),
        body: `${item.question.length > RULE_LIMITS.heading ? `${item.question}\n\n` : ''}Decided by vote${closed}: ${winner?.text ?? ''} (${votes}).`,
        proposal: { id: item.id, question: item.question },
      }),
    ])
  })
  return (
    <Loaded query={query} name="the proposal" rows={1} height={48}>
      {() =>
        isThere ? (
          <Notice tone="info">The proposal is the last section. Say it in your own words.</Notice>
        ) : null
      }
    </Loaded>
  )
}

type SectionFieldsProps = {
  section: DraftSection
  /** Its place among the sections. */
  index: number
  sections: readonly DraftSection[]
  onChange: (sections: readonly DraftSection[]) => void
}

function SectionFields({ section, index, sections, onChange }: SectionFieldsProps) {
  const number = index + 1
  const edit = (changes: Partial<DraftSection>) => onChange(sections.with(index, { ...section, ...changes }))
  const move = (by: number) => onChange(moveSection(sections, section.key, by))
  const name = section.heading.trim() === '' ? `section ${number}` : section.heading
  return (
    <>
      <Row align="end">
        <Fill>
          <TextField
            label={`Heading of section ${number}`}
            value={section.heading}
            maxLength={RULE_LIMITS.heading}
            onChange={(heading) => edit({ heading })}
          />
        </Fill>
        <IconButton
          icon={ArrowUp}
          label={`Move ${name} up`}
          disabled={index === 0}
          onClick={() => move(-1)}
        />
        <IconButton
          icon={ArrowDown}
          label={`Move ${name} down`}
          disabled={number === sections.length}
          onClick={() => move(1)}
        />
        <ConfirmButton
          isIcon
          label={`Remove ${name}`}
          question="Remove this section?"
          consequence="It stays in the earlier versions of the rules."
          confirmLabel="Remove"
          onConfirm={() => onChange(sections.toSpliced(index, 1))}
        >
          <Trash2 size={20} aria-hidden="true" />
        </ConfirmButton>
      </Row>
      <TextArea
        label={`Text of section ${number}`}
        value={section.body}
        placeholder={section.prompt}
        maxLength={RULE_LIMITS.body}
        rows={Math.min(20, Math.max(4, section.body.split('\n').length + 1))}
        onChange={(body) => edit({ body })}
      />
      {section.proposal === null ? null : (
        <p className={ui.note}>From the proposal “{section.proposal.question}”</p>
      )}
    </>
  )
}

function useRulesDraft(league: string, create: () => RulesDraft) {
  const key = `${RULES_KEY_PREFIX}${league}`
  const [{ draft, isRestored }, setState] = useState(() => {
    const stored = parseDraft(readStorage(localStorage, key))
    return { draft: stored ?? create(), isRestored: stored !== null }
  })
  return {
    draft,
    /** Whether it is from an earlier visit. */
    isRestored,
    change: (next: RulesDraft) => {
      writeStorage(localStorage, key, hasChanges(next) ? JSON.stringify(next) : null)
      setState({ draft: next, isRestored: false })
    },
    forget: () => writeStorage(localStorage, key, null),
  }
}

/** null without a stored draft. The app itself has stored it, so only its age can make it unreadable. */
function parseDraft(text: string | null): RulesDraft | null {
  const draft = parseStored(text) as Partial<RulesDraft> | null
  return Array.isArray(draft?.sections) && Array.isArray(draft.base) ? (draft as RulesDraft) : null
}

type NewerVersionProps = { draft: RulesDraft; rules: Rules; onChange: (draft: RulesDraft) => void }

/** Another admin has saved a version in the meantime. Both texts are there until the user decides. */
function NewerVersion({ draft, rules, onChange }: NewerVersionProps) {
  const [isComparing, setComparing] = useState(false)
  const theirs = rules.sections.map(toDraftSection)
  const merged = mergeRules(draft.base, theirs, draft.sections)
  const newest = { version: rules.current?.version ?? 0, base: theirs }
  const mine = draft.sections.map((section, index) => ({ ...section, id: section.id ?? -1 - index }))
  return (
    <Notice tone="warn">
      <Stack gap={3}>
        <p>
          {rules.current?.saved_by ?? 'Somebody else'} saved version {newest.version} while you were editing.
          Your text is still here, and nothing of it is saved yet.
          {merged === null ? ' You have both changed the same section.' : ''}
        </p>
        <Row wraps>
          {merged === null ? null : (
            <Button onClick={() => onChange({ ...draft, ...newest, sections: merged })}>
              Combine both edits
            </Button>
          )}
          <Button onClick={() => onChange({ ...draft, ...newest })}>Continue with mine</Button>
          <Button onClick={() => onChange(toDraft(rules))}>Take theirs</Button>
          <Button variant="quiet" aria-expanded={isComparing} onClick={() => setComparing(!isComparing)}>
            Compare
          </Button>
        </Row>
        {isComparing ? <RuleDiff before={rules.sections} after={mine} /> : null}
      </Stack>
    </Notice>
  )
}

/** A section in the editor. The key stays the same while it is edited and moved. */
type DraftSection = {
  key: string
  /** null for a new section. */
  id: number | null
  heading: string
  body: string
  /** What the text could be about, shown while there is none. */
  prompt?: string
  proposal: Section['proposal']
}

export type RulesDraft = {
  /** The version that is edited; 0 without rules. */
  version: number
  /** Its sections. */
  base: readonly DraftSection[]
  sections: readonly DraftSection[]
  note: string
}

export function toDraft({ current, sections }: Rules): RulesDraft {
  const edited = sections.map(toDraftSection)
  return { version: current?.version ?? 0, base: edited, sections: edited, note: '' }
}

function toDraftSection({ id, heading, body, proposal }: Section): DraftSection {
  return { key: `section-${id}`, id, heading, body, proposal }
}

export function newSection(
  sections: readonly DraftSection[],
  content: Partial<Omit<DraftSection, 'key' | 'id'>> = {},
): DraftSection {
  const numbers = sections.map(({ key }) => Number(/^new-(\d+)$/.exec(key)?.[1] ?? 0))
  return {
    key: `new-${Math.max(0, ...numbers) + 1}`,
    id: null,
    heading: '',
    body: '',
    proposal: null,
    ...content,
  }
}

/** The sections with one moved by a number of places; unchanged if it would leave the list. */
export function moveSection(sections: readonly DraftSection[], key: string, by: number): DraftSection[] {
  const from = sections.findIndex((section) => section.key === key)
  const moved = sections[from]
  if (moved === undefined || from + by < 0 || from + by >= sections.length) return [...sections]
  return sections.toSpliced(from, 1).toSpliced(from + by, 0, moved)
}

export function hasChanges({ base, sections, note }: RulesDraft): boolean {
  return note !== '' || JSON.stringify(base) !== JSON.stringify(sections)
}

const SUGGESTED_SECTIONS: readonly { heading: string; prompt: string }[] = [
  {
    heading: 'League and teams',
    prompt: 'How many teams there are, who runs the league, and what happens when a manager leaves.',
  },
  { heading: 'Dues and payouts', prompt: 'What each team pays and by when, and what the winners get.' },
  {
    heading: 'Draft',
    prompt: 'When and how you draft, how the order is decided, and the rules for keepers.',
  },
  {
    heading: 'Rosters and lineups',
    prompt: 'The starting spots, the bench, and what happens to empty lineups.',
  },
  {
    heading: 'Waivers and trades',
    prompt: 'How waivers run, the budget, the trade deadline, and how a trade can be vetoed.',
  },
  {
    heading: 'Playoffs',
    prompt: 'How many teams qualify, in which weeks they play, and how ties are broken.',
  },
  {
    heading: 'Changing the rules',
    prompt: 'Who may propose a change in League Social, and how many votes it needs.',
  },
]
