// Imported before anything else, so it keeps to syntax and names that old Node versions know.

/** The oldest Node that everything here runs on, as in `engines` of package.json. */
var MIN_MAJOR = 20
var MIN_MINOR = 19

/**
 * @param {string} version as in process.versions.node
 * @returns {boolean}
 */
export function isNodeNewEnough(version) {
  var parts = version.split('.')
  var major = Number(parts[0])
  return major > MIN_MAJOR || (major === MIN_MAJOR && Number(parts[1]) >= MIN_MINOR)
}

if (!isNodeNewEnough(process.versions.node)) {
  console.error(
    'Fieldhouse needs Node ' +
      MIN_MAJOR +
      '.' +
      MIN_MINOR +
      ' or newer; this is Node ' +
      process.versions.node +
      '. Install a current one from https://nodejs.org and try again.',
  )
  process.exit(1)
}
