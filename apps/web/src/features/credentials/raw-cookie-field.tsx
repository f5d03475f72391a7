import { parseCookies } from '@fieldhouse/domain/provider-cookies'
import { ClipboardPaste } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import styles from './raw-cookie-field.module.css'

type Props = { value: string; onChange: (text: string) => void; disabled: boolean }

/** Takes anything that holds the cookies, and tells at once what it found. */
export function RawCookieField({ value, onChange, disabled }: Props) {
  const [isUnreadable, setUnreadable] = useState(false)

  function updateText(text: string) {
    setUnreadable(false)
    onChange(text)
  }

  function pasteFromClipboard() {
    readClipboard().then(updateText, () => setUnreadable(true))
  }

  return (
    <div className={styles['raw']}>
      <Field
        label="Raw Cookie"
        problem={
          isUnreadable ? 'Could not read clipboard. Paste manually into the Raw Cookie field.' : undefined
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

/** Rejects where the browser has no clipboard for pages, or the person refuses it. */
async function readClipboard(): Promise<string> {
  return await navigator.clipboard.readText()
}

function foundCookiesHint(text: string): string {
  if (text.trim() === '') return 'Paste a whole cookie header, or whatever holds both cookies.'
  const { swid, s2 } = parseCookies(text)
  if (swid !== null && s2 !== null) return 'Found SWID and espn_s2.'
  if (swid !== null) return 'Found SWID. There is no espn_s2 in that text.'
  if (s2 !== null) return 'Found espn_s2. There is no SWID in that text.'
  return 'No cookie found in that text.'
}
