import { type SubmitEvent, useState } from 'react'
import { getFieldErrors } from '../../api/api-error.ts'
import { serverClock } from '../../api/server-clock.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './forms.module.css'
import { OptionFields } from './option-fields.tsx'
import { EMPTY_DRAFT, toNewProposal, validateDraft } from './proposal-draft.ts'
import type { Proposal } from './use-feed.ts'
import { useCreateProposal } from './use-proposals.ts'
import { VotingDeadlineField } from './voting-deadline-field.tsx'

/** Maximum length of a question in characters. Source: decisions, 8. */
const MAX_QUESTION_LENGTH = 300

type Props = { league: string; now: Date; onCreated: (proposal: Proposal) => void }

export function ProposalForm({ league, now, onCreated }: Props) {
  const [draft, setDraft] = useState(EMPTY_DRAFT)
  const [isValidated, setValidated] = useState(false)
  const createProposal = useCreateProposal(league, onCreated)
  const problems = {
    ...getFieldErrors(createProposal.error),
    ...(isValidated ? validateDraft(draft, now) : {}),
  }
  const proposal = toNewProposal(draft)

  function updateDraft(changes: Partial<typeof draft>) {
    setDraft({ ...draft, ...changes })
    if (createProposal.isError) createProposal.reset()
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (proposal === null || createProposal.isPending) return
    const isInvalid = Object.keys(validateDraft(draft, serverClock.now())).length > 0
    setValidated(isInvalid)
    if (!isInvalid) createProposal.mutate(proposal, { onSuccess: () => setDraft(EMPTY_DRAFT) })
  }

  return (
    <form className={styles['form']} onSubmit={submit} aria-label="Create a proposal" noValidate>
      <div className={styles['columns']}>
        <div className={styles['form']}>
          <TextField
            label="Question"
            value={draft.question}
            onChange={(question) => updateDraft({ question })}
            maxLength={MAX_QUESTION_LENGTH}
            autoComplete="off"
            placeholder="What should the league decide?"
            problem={problems['question']}
          />
          <OptionFields
            options={draft.options}
            onChange={(options) => updateDraft({ options })}
            problem={problems['options']}
          />
        </div>
        <div className={styles['form']}>
          <Checkbox
            label="Anonymous votes"
            note={draft.anonymous ? 'No one can see how members vote.' : 'Everyone can see how members vote.'}
            checked={draft.anonymous}
            onChange={(anonymous) => updateDraft({ anonymous })}
          />
          <VotingDeadlineField
            value={draft.closesAt}
            onChange={(closesAt) => updateDraft({ closesAt })}
            now={now}
            problem={problems['closes_at']}
          />
        </div>
      </div>
      <div className={styles['actions']}>
        <Button type="submit" variant="strong" disabled={proposal === null || createProposal.isPending}>
          {createProposal.isPending ? 'Proposing…' : 'Propose'}
        </Button>
      </div>
    </form>
  )
}
