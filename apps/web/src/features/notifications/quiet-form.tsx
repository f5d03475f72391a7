import { type SubmitEvent, useState } from 'react'
import { fieldsOf, messageOf } from '../../api/call-error.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Tick } from '../../ui/tick.tsx'
import styles from './notifications-section.module.css'
import { type QuietTimes, useSaveNotifications } from './use-notifications.ts'

type Props = { stored: QuietTimes | null }

const NIGHT = { begins: '22:00', ends: '07:00' }

/** When nothing is told. What comes then is told afterwards, if it still says something new. */
export function QuietForm({ stored }: Props) {
  const [isOn, setIsOn] = useState(stored !== null)
  const [times, setTimes] = useState(stored ?? NIGHT)
  const save = useSaveNotifications()
  const told = fieldsOf(save.error)
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const { begins, ends } = times
  const quiet = isOn ? { begins, ends, time_zone: zone } : null
  const isChanged = JSON.stringify(quiet) !== JSON.stringify(stored)

  function send(event: SubmitEvent) {
    event.preventDefault()
    if (isChanged && !save.isPending) save.mutate({ quiet })
  }

  return (
    <form className={styles['quiet']} onSubmit={send} aria-label="Quiet hours">
      <Tick
        label="Quiet hours"
        note="Nothing is sent then; what is still news comes afterwards."
        isOn={isOn}
        onChange={setIsOn}
      />
      {isOn ? (
        <div className={styles['times']}>
          <TextField
            label="From"
            type="time"
            required
            value={begins}
            onChange={(next) => setTimes({ begins: next, ends })}
            problem={told['quiet.begins']}
          />
          <TextField
            label="To"
            type="time"
            required
            value={ends}
            onChange={(next) => setTimes({ begins, ends: next })}
            problem={told['quiet.ends']}
            hint={`By the clocks of ${zone.replaceAll('_', ' ')}.`}
          />
        </div>
      ) : null}
      {save.isError ? (
        <Notice tone="bad">{messageOf(save.error, 'Your quiet hours were not saved.')}</Notice>
      ) : null}
      {isOn || isChanged ? (
        <Button type="submit" disabled={!isChanged || save.isPending}>
          {save.isPending ? 'Saving…' : isChanged ? 'Save quiet hours' : 'Saved'}
        </Button>
      ) : null}
    </form>
  )
}
