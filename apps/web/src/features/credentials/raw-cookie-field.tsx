import { parseCookies } from '@fieldhouse/domain/provider-cookies'
import { ClipboardPaste } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import styles from './raw-cookie-field.module.css'

type Props = { value: string; onChange: (text: string) => void; disabled: boolean }

/** Accepts any text that contains the cookies and shows which ones it found. */
export function RawCookieField({ value, onChange, disabled }: Props) {
  const [isClipboardUnreadable, setIsClipboardUnreadable] = useState(false)

  function updateText(text: string) {
    setIsClipboardUnreadable(false)
    onChange(text)
  }

  function pasteFromClipboard() {
    readClipboard().then(updateText, () => setIsClipboardUnreadable(true))
  }

  return (
    <div className={styles['rawCookie']}>
      <Field
        label="Raw Cookie"
        problem={
          isClipboardUnreadable
            ? 'Could not read clipboard. Paste manually into the Raw Cookie field.'
            : undefined
        }
        hint={foundCookiesHint(value)}
      >
        {(control) => (
          <textarea
            {...control}
            rows={3}
            value={value}
            disabled={disabled}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => updateText(event.target.value)}
          />
        )}
      </Field>
      <Button disabled={disabled} onClick={pasteFromClipboard}>
        <ClipboardPaste size={18} aria-hidden="true" /> Paste from clipboard
      </Button>
    </div>
  )
}

/** Rejects when the browser has no clipboard API or the user denies access. */
async function readClipboard(): Promise<string> {
  return await navigator.clipboard.readText()
}

function foundCookiesHint(text: string): string {
  if (text.trim() === '') return "Paste the whole cookie; we'll find both values."
  const { swid, s2 } = parseCookies(text)
  if (swid !== null && s2 !== null) return 'Found SWID and espn_s2.'
  if (swid !== null) return 'Found SWID, but no espn_s2.'
  if (s2 !== null) return 'Found espn_s2, but no SWID.'
  return 'No cookies found.'
}
