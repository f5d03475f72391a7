import styles from '../history.module.css'

type Props = {
  /** The accessible name, such as 'Picture of Ada Quill'. */
  label: string
  hasPicture: boolean
  isUploading: boolean
  isBusy: boolean
  onSelect: (file: File) => void
}

/** A button that selects a picture, to add it or to replace the present one. */
export function PictureInput({ label, hasPicture, isUploading, isBusy, onSelect }: Props) {
  return (
    <label className={styles.upload} data-busy={isBusy || undefined}>
      {isUploading ? 'Uploading…' : hasPicture ? 'Replace' : 'Add'}
      <input
        type="file"
        accept="image/*"
        aria-label={label}
        disabled={isBusy}
        onChange={(event) => {
          const file = event.target.files?.[0]
          // Clear the input so that the same file can be selected again after a failure.
          event.target.value = ''
          if (file !== undefined) onSelect(file)
        }}
      />
    </label>
  )
}
