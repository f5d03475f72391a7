import { type SubmitEvent, useState } from 'react'
import { fieldsOf } from '../../api/call-error.ts'
import { serverClock } from '../../api/server-clock.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Tick } from '../../ui/tick.tsx'
import { ClosingField } from './closing-field.tsx'
import styles from './forms.module.css'
import { EMPTY, problemsOf, proposalIn } from './new-proposal.ts'
import { OptionFields } from './option-fields.tsx'
import type { Proposal } from './use-feed.ts'
import { useCreateProposal } from './use-proposals.ts'

/** Signs that a question has at most. Source: decisions, 8. */
const MOST_SIGNS = 300

type Props = { league: string; now: Date; onMade: (proposal: Proposal) => void }

export function ProposalForm({ league, now, onMade }: Props) {
  const [draft, setDraft] = useState(EMPTY)
  const [wasSent, setSent] = useState(false)
  const create = useCreateProposal(league, onMade)
  const problems = { ...fieldsOf(create.error), ...(wasSent ? problemsOf(draft, now) : {}) }
  const proposal = proposalIn(draft)

  function change(changed: Partial<typeof draft>) {
    setDraft({ ...draft, ...changed })
    if (create.isError) create.reset()
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (proposal === null || create.isPending) return
    const isWrong = Object.keys(problemsOf(draft, serverClock.now())).length > 0
    setSent(isWrong)
    if (!isWrong) create.mutate(proposal, { onSuccess: () => setDraft(EMPTY) })
  }

  return (
    <form className={styles['form']} onSubmit={submit} aria-label="Make a proposal" noValidate>
      <div className={styles['parts']}>
        <div className={styles['form']}>
          <TextField
            label="Question"
            value={draft.question}
            onChange={(question) => change({ question })}
            maxLength={MOST_SIGNS}
            autoComplete="off"
            placeholder="What should the league decide?"
            problem={problems['question']}
          />
          <OptionFields
            options={draft.options}
            onChange={(options) => change({ options })}
            problem={problems['options']}
          />
        </div>
        <div className={styles['form']}>
          <Tick
            label="Anonymous votes"
            note={draft.anonymous ? 'Nobody sees who voted for what.' : 'Everyone sees who voted for what.'}
            isOn={draft.anonymous}
            onChange={(anonymous) => change({ anonymous })}
          />
          <ClosingField
            value={draft.closesAt}
            onChange={(closesAt) => change({ closesAt })}
            now={now}
            problem={problems['closes_at']}
          />
        </div>
      </div>
      <div className={styles['end']}>
        <Button type="submit" look="strong" disabled={proposal === null || create.isPending}>
          {create.isPending ? 'Proposing…' : 'Propose'}
        </Button>
      </div>
    </form>
  )
}
