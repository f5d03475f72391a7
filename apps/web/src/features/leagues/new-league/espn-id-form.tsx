import { parseLeagueId } from '@fieldhouse/domain/league/provider-input'
import { type SubmitEvent, useState } from 'react'
import { Button } from '../../../ui/forms/button.tsx'
import ui from '../../../ui/ui.module.css'
import { EspnLeagueField } from '../settings/espn-league-field.tsx'

type EspnIdFormProps = {
  espnId: string | null
  problem: string | undefined
  isPending: boolean
  onFind: (espnId: string) => void
}

/** Asks for the address of a league on ESPN. */
export function EspnIdForm({ espnId, problem, isPending, onFind }: EspnIdFormProps) {
  const [text, setText] = useState(espnId ?? '')
  const [isUnreadable, setUnreadable] = useState(false)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const id = parseLeagueId(text)
    setUnreadable(id === undefined)
    if (id !== undefined && !isPending) onFind(String(id))
  }

  return (
    <form className={ui.stack12} onSubmit={submit} aria-label="Find your league" noValidate>
      <EspnLeagueField
        value={text}
        onChange={(value) => {
          setText(value)
          setUnreadable(false)
        }}
        problem={
          isUnreadable
            ? 'Enter ESPN leagueId or URL containing leagueId=…'
            : text === espnId
              ? problem
              : undefined
        }
      />
      <div>
        <Button type="submit" variant="strong" disabled={isPending}>
          {isPending ? 'Looking…' : 'Find league'}
        </Button>
      </div>
    </form>
  )
}
