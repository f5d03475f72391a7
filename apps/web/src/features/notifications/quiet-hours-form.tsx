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

/** Quiet hours. Notifications held during this time are sent afterwards if they are still relevant. */
export function QuietHoursForm({ quietTimes }: Props) {
  const [isOn, setIsOn] = useState(quietTimes !== null)
  const [times, setTimes] = useState(quietTimes ?? DEFAULT_QUIET_HOURS)
  const save = useSaveNotifications()
  const fieldErrors = getFieldErrors(save.error)
  const timeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const { begins, ends } = times
  const quiet = isOn ? { begins, ends, time_zone: timeZone } : null
  const isChanged = JSON.stringify(quiet) !== JSON.stringify(quietTimes)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isChanged && !save.isPending) save.mutate({ quiet })
  }

  return (
    <form className={styles['quietHours']} onSubmit={submit} aria-label="Quiet hours">
      <Checkbox
        label="Quiet hours"
        note="We'll hold notifications until quiet hours end."
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
            problem={fieldErrors['quiet.begins']}
          />
          <TextField
            label="To"
            type="time"
            required
            value={ends}
            onChange={(next) => setTimes({ begins, ends: next })}
            problem={fieldErrors['quiet.ends']}
            hint={formatTimeZone(timeZone)}
          />
        </div>
      ) : null}
      {save.isError ? (
        <Notice tone="bad">
          {getErrorMessage(save.error, "Your quiet hours weren't saved. Try again.")}
        </Notice>
      ) : null}
      {isOn || isChanged ? (
        <Button type="submit" disabled={!isChanged || save.isPending}>
          {save.isPending ? 'Saving…' : isChanged ? 'Save quiet hours' : 'Saved'}
        </Button>
      ) : null}
    </form>
  )
}

/** Formats an IANA time zone as a generic name, such as 'Central Time' for `America/Chicago`. */
function formatTimeZone(timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' }).formatToParts()
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}
