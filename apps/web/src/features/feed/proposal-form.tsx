import { cleanMentions, type Mention, type MentionedText } from '@fieldhouse/domain/league/mentions'
import { Plus, X } from 'lucide-react'
import { useRef } from 'react'
import { useNow } from '../../api/page-environment.ts'
import { parseStored } from '../../storage/browser-storage.ts'
import { Button, IconButton } from '../../ui/forms/button.tsx'
import { Checkbox, TextField } from '../../ui/forms/field.tsx'
import { ActionForm, useForm } from '../../ui/forms/use-form.tsx'
import { Fill, Grid, Row, Stack } from '../../ui/layout/layout.tsx'
import ui from '../../ui/ui.module.css'
import { type DraftFormat, parseMentions, toMentionsField, useStoredDraft, withText } from './draft.ts'
import { type NewProposal, useCreateProposal } from './feed-actions.ts'
import type { Viewer } from './use-feed.ts'
import { MentionCompletion } from './written-text.tsx'

/** Maximum length of a question in characters. Source: decisions, 8. */
const MAX_QUESTION_LENGTH = 300

export function ProposalForm({ league, user }: Viewer) {
  const field = useRef<HTMLInputElement>(null)
  const now = useNow()
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const [draft, setDraft] = useStoredDraft(league, 'proposal', PROPOSAL_DRAFT)
  const form = useForm({
    initial: EMPTY_DRAFT,
    store: [draft, (changes) => setDraft({ ...EMPTY_DRAFT, ...changes })],
    mutation: useCreateProposal(league),
    check: (each) => {
      const { closes_at: closesAt, ...problems } = validateDraft(each, now)
      return { ...problems, closesAt }
    },
    toRequest: toNewProposal,
  })
  const question: MentionedText = { text: draft.question, mentions: draft.mentions }
  const updateQuestion = ({ text, mentions }: MentionedText) => form.change({ question: text, mentions })

  return (
    <ActionForm
      form={form}
      label="Create a proposal"
      action="Propose"
      busy="Proposing…"
      fallback={() => null}
      noValidate
    >
      <Grid min={260} gap={5}>
        <Stack gap={3}>
          <TextField
            ref={field}
            {...form.field('question')}
            label="Question"
            onChange={(text) => updateQuestion(withText(question, text))}
            maxLength={MAX_QUESTION_LENGTH}
            autoComplete="off"
            placeholder="What should the league decide?"
          />
          <MentionCompletion {...{ league, user, field }} value={question} onChange={updateQuestion} />
          <OptionFields {...form.field('options')} />
        </Stack>
        <Stack gap={3}>
          <Checkbox
            label="Anonymous votes"
            note={draft.anonymous ? 'No one can see how members vote.' : 'Everyone can see how members vote.'}
            {...form.checkbox('anonymous')}
          />
          <TextField
            {...form.field('closesAt', 'closes_at')}
            label="Voting closes (optional)"
            type="datetime-local"
            min={toDateTimeLocal(now)}
            max="9999-12-31T23:59"
            hint={`Your time zone: ${timeZone.replaceAll('_', ' ')}. Leave blank to keep voting open.`}
          />
        </Stack>
      </Grid>
    </ActionForm>
  )
}

/** Maximum length of an option in characters. Source: decisions, 8. */
const MAX_OPTION_LENGTH = 120

type OptionFieldsProps = {
  value: readonly DraftOption[]
  onChange: (options: readonly DraftOption[]) => void
  problem: string | undefined
}

function OptionFields({ value: options, onChange, problem }: OptionFieldsProps) {
  const list = useRef<HTMLUListElement>(null)
  const focusOption = (index: number) => list.current?.querySelectorAll('input')[index]?.focus()

  function add() {
    onChange(addOption(options))
    requestAnimationFrame(() => focusOption(options.length))
  }

  function remove(removedIndex: number) {
    onChange(options.filter((_, index) => index !== removedIndex))
    requestAnimationFrame(() => focusOption(Math.max(0, removedIndex - 1)))
  }

  return (
    <fieldset>
      <legend className={ui.note}>Options</legend>
      <Stack as="ul" gap={2} ref={list}>
        {options.map(({ id, text }, index) => (
          <Row as="li" gap={1} key={id}>
            <Fill>
              <TextField
                label={`Option ${index + 1}`}
                isLabelHidden
                placeholder={`Option ${index + 1}`}
                value={text}
                onChange={(newText) =>
                  onChange(options.map((option) => (option.id === id ? { id, text: newText } : option)))
                }
                maxLength={MAX_OPTION_LENGTH}
                autoComplete="off"
              />
            </Fill>
            {canRemoveOption(options) ? (
              <IconButton
                icon={X}
                iconSize={18}
                label={`Remove option ${index + 1}`}
                onClick={() => remove(index)}
              />
            ) : null}
          </Row>
        ))}
      </Stack>
      {problem === undefined ? null : (
        <p className={ui.alert} data-tone="bad" role="alert">
          {problem}
        </p>
      )}
      <Button variant="quiet" disabled={!canAddOption(options)} onClick={add}>
        <Plus size={18} aria-hidden="true" />
        {canAddOption(options) ? 'Add option' : `Limit of ${MAX_OPTIONS} options reached`}
      </Button>
    </fieldset>
  )
}

/** Formats a date as the value of a datetime-local field, in the user's time zone. */
function toDateTimeLocal(date: Date): string {
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

/** Source: decisions, 8. */
const MIN_OPTIONS = 2
const MAX_OPTIONS = 12

/** An option in the form. The ID stays the same when options before it are added or removed. */
type DraftOption = { id: number; text: string }

export type ProposalDraft = {
  question: string
  /** Those in the question. */
  mentions: readonly Mention[]
  options: readonly DraftOption[]
  anonymous: boolean
  /** The value of the datetime-local field, in the user's time zone; '' when voting stays open. */
  closesAt: string
}

export const EMPTY_DRAFT: ProposalDraft = {
  question: '',
  mentions: [],
  options: [
    { id: 1, text: '' },
    { id: 2, text: '' },
  ],
  anonymous: true,
  closesAt: '',
}

const PROPOSAL_DRAFT: DraftFormat<ProposalDraft> = {
  empty: EMPTY_DRAFT,
  toText: (draft) => (isEmptyDraft(draft) ? null : JSON.stringify(draft)),
  fromText: parseDraft,
}

function isEmptyDraft(draft: ProposalDraft): boolean {
  return draft.question.trim() === '' && optionTexts(draft.options).length === 0
}

/** The app itself has stored it, so only its age can make it unreadable. */
function parseDraft(text: string): ProposalDraft | null {
  const draft = (parseStored(text) ?? {}) as Partial<ProposalDraft>
  const { question, mentions, options, anonymous, closesAt } = draft
  if (typeof question !== 'string' || typeof closesAt !== 'string' || typeof anonymous !== 'boolean')
    return null
  const isOption = ({ id, text: option }: Partial<DraftOption>) =>
    typeof id === 'number' && typeof option === 'string'
  const isComplete = Array.isArray(options) && options.length >= MIN_OPTIONS && options.every(isOption)
  return isComplete ? { question, mentions: parseMentions(mentions), options, anonymous, closesAt } : null
}

export function addOption(options: readonly DraftOption[]): DraftOption[] {
  return [...options, { id: Math.max(...options.map(({ id }) => id)) + 1, text: '' }]
}

export function canAddOption(options: readonly DraftOption[]): boolean {
  return options.length < MAX_OPTIONS
}

export function canRemoveOption(options: readonly DraftOption[]): boolean {
  return options.length > MIN_OPTIONS
}

/** The request body for a draft, without empty options. Returns null without a question and two options. */
export function toNewProposal({ options, anonymous, closesAt, ...draft }: ProposalDraft): NewProposal | null {
  const { text: trimmedQuestion, mentions } = cleanMentions({
    text: draft.question,
    mentions: draft.mentions,
  })
  const texts = optionTexts(options)
  if (trimmedQuestion === '' || texts.length < MIN_OPTIONS) return null
  return {
    question: trimmedQuestion,
    ...toMentionsField(mentions),
    options: texts,
    anonymous,
    closes_at: parseLocalDateTime(closesAt)?.toISOString() ?? null,
  }
}

/** Returns error messages by field name for a draft that is complete enough to send. */
export function validateDraft({ options, closesAt }: ProposalDraft, now: Date): Record<string, string> {
  const texts = optionTexts(options)
  const problems: Record<string, string> = {}
  if (new Set(texts).size < texts.length) problems['options'] = 'Each option must be different.'
  const closingTime = parseLocalDateTime(closesAt)
  if (closesAt !== '' && (closingTime === null || closingTime <= now))
    problems['closes_at'] = 'Choose a future time.'
  return problems
}

/** Returns null for an empty field and for an invalid date. */
function parseLocalDateTime(closesAt: string): Date | null {
  const date = new Date(closesAt)
  return Number.isNaN(date.getTime()) ? null : date
}

function optionTexts(options: readonly DraftOption[]): string[] {
  return options.map(({ text }) => text.trim()).filter((text) => text !== '')
}
