import { parseLeagueId } from '@fieldhouse/domain/league/provider-input'
import { type SubmitEvent, useState } from 'react'
import { Button } from '../../../ui/forms/button.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import ui from '../../../ui/ui.module.css'
import { EspnLeagueField } from '../settings/espn-league-field.tsx'

type EspnIdFormProps = {
  espnId: string | null
  problem: string | undefined
  isPending: boolean
  /** Whether there is a more likely step. */
  isSecondary?: boolean
  onFind: (espnId: string) => void
}

type Draft = { espnId: string | null; text: string; isUnreadable: boolean }

/** Asks for the address of a league on ESPN. */
export function EspnIdForm({ espnId, problem, isPending, isSecondary = false, onFind }: EspnIdFormProps) {
  // Applies until another league is looked for.
  const [draft, setDraft] = useState<Draft | null>(null)
  const isDraft = draft !== null && draft.espnId === espnId
  const { text, isUnreadable } = isDraft ? draft : { text: espnId ?? '', isUnreadable: false }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const id = parseLeagueId(text)
    if (id === undefined) return setDraft({ espnId, text, isUnreadable: true })
    if (isPending) return
    setDraft(null)
    onFind(String(id))
  }

  return (
    <Form className={ui.stack12} onSubmit={submit} aria-label="Find your league" noValidate>
      <EspnLeagueField
        value={text}
        onChange={(value) => setDraft({ espnId, text: value, isUnreadable: false })}
        problem={
          isUnreadable
            ? 'Enter ESPN leagueId or URL containing leagueId=…'
            : text === espnId
              ? problem
              : undefined
        }
      />
      <div>
        <Button type="submit" variant={isSecondary ? 'plain' : 'strong'} disabled={isPending}>
          {isPending ? 'Looking…' : 'Find league'}
        </Button>
      </div>
    </Form>
  )
}
