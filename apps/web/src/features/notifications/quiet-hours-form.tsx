import { type SubmitEvent, useState } from 'react'
import { getErrorMessage, getFieldErrors } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './notifications-section.module.css'
import { type QuietTimes, useSaveNotifications } from './use-notifications.ts'

type Props = { quietTimes: QuietTimes | null }

const DEFAULT_QUIET_HOURS = { begins: '22:00', ends: '07:00' }

/** When nothing is told. What comes then is told afterwards, if it still says something new. */
export function QuietHoursForm({ quietTimes }: Props) {
  const [isOn, setIsOn] = useState(quietTimes !== null)
  const [times, setTimes] = useState(quietTimes ?? DEFAULT_QUIET_HOURS)
  const save = useSaveNotifications()
  const told = getFieldErrors(save.error)
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const { begins, ends } = times
  const quiet = isOn ? { begins, ends, time_zone: zone } : null
  const isChanged = JSON.stringify(quiet) !== JSON.stringify(quietTimes)

  function send(event: SubmitEvent) {
    event.preventDefault()
    if (isChanged && !save.isPending) save.mutate({ quiet })
  }

  return (
    <form className={styles['quiet']} onSubmit={send} aria-label="Quiet hours">
      <Checkbox
        label="Quiet hours"
        note="Nothing is sent then; what is still news comes afterwards."
        checked={isOn}
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
        <Notice tone="bad">{getErrorMessage(save.error, 'Your quiet hours were not saved.')}</Notice>
      ) : null}
      {isOn || isChanged ? (
        <Button type="submit" disabled={!isChanged || save.isPending}>
          {save.isPending ? 'Saving…' : isChanged ? 'Save quiet hours' : 'Saved'}
        </Button>
      ) : null}
    </form>
  )
}
