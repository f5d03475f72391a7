import type { MentionedText } from '@fieldhouse/domain/league/mentions'
import { Plus, X } from 'lucide-react'
import { useRef } from 'react'
import { useNow } from '../../../api/server-clock.ts'
import { Button, IconButton } from '../../../ui/forms/button.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { ActionForm, useForm } from '../../../ui/forms/use-form.tsx'
import { Fill, Grid, Row, Stack } from '../../../ui/layout/layout.tsx'
import ui from '../../../ui/ui.module.css'
import { useStoredDraft, withText } from '../draft.ts'
import { useCreateProposal } from '../feed-actions.ts'
import { MentionCompletion } from '../mentions/mention-completion.tsx'
import type { Viewer } from '../use-feed.ts'
import {
  addOption,
  canAddOption,
  canRemoveOption,
  type DraftOption,
  EMPTY_DRAFT,
  MAX_OPTIONS,
  PROPOSAL_DRAFT,
  toNewProposal,
  validateDraft,
} from './proposal-draft.ts'

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
