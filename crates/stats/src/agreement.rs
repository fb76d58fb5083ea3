//! Tests of agreement: do counts of ours and printed counts come from the same game?
//!
//! All p-values are two-sided: the probability, if nothing but chance were different, of a table at least
//! as unlikely as the one seen. A small one speaks against agreement; a large one only says that the
//! counts do not disagree.

use crate::random::Indices;
use crate::special::{beta_cdf, chi_square_tail, exp, ln, ln_factorial};

/// Expected counts below which the chi-square distribution is not trusted.
const EXPECTED_MIN: f64 = 5.0;

/// Tables with the same sums up to which all of them are looked at.
const TABLES_MAX: u64 = 300_000;

/// Tables drawn where there are too many to look at.
const TABLES_DRAWN: u64 = 20_000;

/// Probabilities this close count as equal, so that rounding does not decide what is as unlikely.
const SAME: f64 = 1.0 + 1e-7;

/// How a p-value was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PValueMethod {
    /// From the probabilities of all tables with the same sums.
    Exact,
    /// From the chi-square distribution.
    ChiSquare,
    /// From random tables with the same sums.
    MonteCarlo {
        /// Number of tables drawn.
        tables: u64,
    },
}

/// The outcome of a test that the rows of a table have the same shares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TableTest {
    /// Pearson's chi-square statistic.
    pub statistic: f64,
    /// Its degrees of freedom, without the rows and columns that are all 0.
    pub degrees: u64,
    /// The two-sided p-value.
    pub p_value: f64,
    /// How the p-value was found.
    pub method: PValueMethod,
}

/// A table that is none.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum TableError {
    /// The rows are not equally long.
    #[error("row {row} has {found} columns, expected {expected} as in the first row")]
    Ragged {
        /// The row, counted from 1.
        row: usize,
        /// Its columns.
        found: usize,
        /// Columns of the first row.
        expected: usize,
    },
    /// A probability is not one.
    #[error("category {category} has probability {probability}, expected all from 0 to 1 and a sum of 1")]
    Probability {
        /// The category, counted from 1.
        category: usize,
        /// What it was given.
        probability: f64,
    },
}

/// Fisher's exact test of a table of two rows and two columns: the p-value.
pub fn fisher_exact(table: [[u64; 2]; 2]) -> f64 {
    exact_two_rows(&table[0], &table[1])
}

/// Tests whether the rows of a table (say, wins, draws and losses of ours and as printed) have the same
/// shares.
///
/// Two rows and two columns are tested exactly. Otherwise the chi-square distribution is used if every
/// expected count is at least 5; if not, all tables of two rows with the same sums are looked at, or, where
/// they are too many or there are more rows, tables are drawn at random from `seed`. A table with fewer
/// than two rows or columns that are not empty cannot disagree and has the p-value 1.
///
/// ```
/// use enban_stats::same_shares;
///
/// let (ours, printed) = (vec![510, 20, 470], vec![508, 6, 486]);
/// let test = same_shares(&[ours, printed], 1)?;
/// assert!(test.p_value < 0.05, "the shares of draws differ");
/// # Ok::<(), enban_stats::TableError>(())
/// ```
pub fn same_shares(table: &[Vec<u64>], seed: u64) -> Result<TableTest, TableError> {
    let table = without_empty(table)?;
    let columns = table.first().map_or(0, Vec::len);
    let statistic = chi_square(&table);
    if table.len() < 2 || columns < 2 {
        return Ok(TableTest { statistic: 0.0, degrees: 0, p_value: 1.0, method: PValueMethod::Exact });
    }
    let degrees = ((table.len() - 1) * (columns - 1)) as u64;
    let trusted = least_expected(&table) >= EXPECTED_MIN;
    let (p_value, method) = match table.as_slice() {
        [first, second] if (columns == 2 || !trusted) && tables_of_two_rows(first, second) <= TABLES_MAX => {
            (exact_two_rows(first, second), PValueMethod::Exact)
        }
        _ if trusted => (chi_square_tail(statistic, degrees), PValueMethod::ChiSquare),
        _ => (drawn(&table, statistic, seed), PValueMethod::MonteCarlo { tables: TABLES_DRAWN }),
    };
    Ok(TableTest { statistic, degrees, p_value, method })
}

/// Tests a count against a known probability: the exact binomial test, two-sided by the probabilities of
/// the counts.
pub fn binomial_test(successes: u64, trials: u64, probability: f64) -> f64 {
    assert!(successes <= trials, "{successes} successes in {trials} trials");
    assert!((0.0..=1.0).contains(&probability), "{probability} is no probability");
    let expected = probability * trials as f64;
    if successes as f64 == expected {
        return 1.0;
    }
    if probability == 0.0 || probability == 1.0 {
        return 0.0;
    }
    if successes as f64 > expected {
        return binomial_test(trials - successes, trials, 1.0 - probability);
    }
    // The other tail begins at the first count above the mean that is as unlikely; the probabilities
    // fall from there on, so it can be found by halving.
    let limit = ln_binomial(successes, trials, probability) + ln(SAME);
    let (mut low, mut high) = (expected.ceil() as u64, trials + 1);
    while low < high {
        let middle = low + (high - low) / 2;
        if ln_binomial(middle, trials, probability) <= limit {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    let below = at_most(successes, trials, probability);
    let above = at_most(trials - low.min(trials), trials, 1.0 - probability);
    (below + if low > trials { 0.0 } else { above }).min(1.0)
}

/// Tests counts against known probabilities of their categories. By the chi-square distribution if all
/// expected counts are at least 5, else by random counts drawn from `seed`.
pub fn known_shares(counts: &[u64], probabilities: &[f64], seed: u64) -> Result<TableTest, TableError> {
    check_probabilities(counts, probabilities)?;
    let trials: u64 = counts.iter().sum();
    let statistic = |counts: &[u64]| -> f64 {
        let cells = counts.iter().zip(probabilities);
        cells.map(|(&count, probability)| pearson(count, probability * trials as f64)).sum()
    };
    let seen = statistic(counts);
    let possible = probabilities.iter().filter(|&&probability| probability > 0.0);
    let degrees = possible.clone().count() as u64 - 1;
    if seen.is_infinite() || degrees == 0 || trials == 0 {
        let p_value = if seen.is_infinite() { 0.0 } else { 1.0 };
        return Ok(TableTest { statistic: seen, degrees, p_value, method: PValueMethod::Exact });
    }
    if possible.clone().all(|probability| probability * trials as f64 >= EXPECTED_MIN) {
        let p_value = chi_square_tail(seen, degrees);
        return Ok(TableTest { statistic: seen, degrees, p_value, method: PValueMethod::ChiSquare });
    }
    let mut indices = Indices::new(seed);
    let extreme = (0..TABLES_DRAWN).filter(|_| {
        let mut counts = vec![0; probabilities.len()];
        (0..trials).for_each(|_| counts[category(&mut indices, probabilities)] += 1);
        statistic(&counts) * SAME >= seen
    });
    let p_value = share_with_seen(extreme.count() as u64);
    Ok(TableTest { statistic: seen, degrees, p_value, method: PValueMethod::MonteCarlo { tables: TABLES_DRAWN } })
}

/// Holm's correction: p-values of a family of tests, adjusted so that the chance of any false alarm in
/// the family is at most what each is then compared with. In the order given.
///
/// ```
/// assert_eq!(enban_stats::holm(&[0.01, 0.04, 0.03]), [0.03, 0.06, 0.06]);
/// ```
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let mut adjusted = vec![0.0; p_values.len()];
    let mut largest: f64 = 0.0;
    for (done, &index) in order.iter().enumerate() {
        largest = largest.max((p_values.len() - done) as f64 * p_values[index]).min(1.0);
        adjusted[index] = largest;
    }
    adjusted
}

/// The table without rows and columns that are all 0.
fn without_empty(table: &[Vec<u64>]) -> Result<Vec<Vec<u64>>, TableError> {
    let expected = table.first().map_or(0, Vec::len);
    if let Some((index, row)) = table.iter().enumerate().find(|(_, row)| row.len() != expected) {
        return Err(TableError::Ragged { row: index + 1, found: row.len(), expected });
    }
    let kept: Vec<usize> = (0..expected).filter(|&column| table.iter().any(|row| row[column] > 0)).collect();
    let rows = table.iter().filter(|row| row.iter().any(|&count| count > 0));
    Ok(rows.map(|row| kept.iter().map(|&column| row[column]).collect()).collect())
}

/// Sums of the rows, sums of the columns, and the sum of all.
fn margins(table: &[Vec<u64>]) -> (Vec<u64>, Vec<u64>, u64) {
    let rows: Vec<u64> = table.iter().map(|row| row.iter().sum()).collect();
    let width = table.first().map_or(0, Vec::len);
    let columns = (0..width).map(|column| table.iter().map(|row| row[column]).sum()).collect();
    let total = rows.iter().sum();
    (rows, columns, total)
}

/// Pearson's statistic.
fn chi_square(table: &[Vec<u64>]) -> f64 {
    let (rows, columns, total) = margins(table);
    let expected = |row: usize, column: usize| rows[row] as f64 * columns[column] as f64 / total as f64;
    let cells = table
        .iter()
        .enumerate()
        .flat_map(|(row, counts)| counts.iter().enumerate().map(move |(column, &count)| (row, column, count)));
    cells.map(|(row, column, count)| pearson(count, expected(row, column))).sum()
}

/// The part of one cell in Pearson's statistic; infinite if what cannot happen did.
fn pearson(count: u64, expected: f64) -> f64 {
    let off = count as f64 - expected;
    if off == 0.0 { 0.0 } else { off * off / expected }
}

/// The least expected count of a table.
fn least_expected(table: &[Vec<u64>]) -> f64 {
    let (rows, columns, total) = margins(table);
    let least = |sums: &[u64]| sums.iter().min().map_or(0.0, |&sum| sum as f64);
    least(&rows) * least(&columns) / total as f64
}

/// At most this many tables have the same sums: the last column follows from the others.
fn tables_of_two_rows(first: &[u64], second: &[u64]) -> u64 {
    let mut sums: Vec<u64> = first.iter().zip(second).map(|(a, b)| a + b).collect();
    sums.sort_unstable();
    sums.pop();
    sums.iter().fold(1, |product: u64, sum| product.saturating_mul(sum + 1))
}

/// The sum of the probabilities of all tables of two rows with these sums that are at most as likely as
/// this one (Fisher; Freeman and Halton for more than two columns).
fn exact_two_rows(first: &[u64], second: &[u64]) -> f64 {
    let mut columns: Vec<u64> = first.iter().zip(second).map(|(a, b)| a + b).collect();
    let ways = |column: u64, taken: u64| ln_factorial(column) - ln_factorial(taken) - ln_factorial(column - taken);
    let row: u64 = first.iter().sum();
    let all = ways(columns.iter().sum(), row);
    let seen: f64 = columns.iter().zip(first).map(|(&column, &taken)| ways(column, taken)).sum::<f64>() - all;
    // The longest column last: its count follows from the others.
    columns.sort_unstable();
    let ways_of: Vec<Vec<f64>> =
        columns.iter().map(|&column| (0..=column).map(|taken| ways(column, taken)).collect()).collect();
    unlikely(&ways_of, row, -all, seen + ln(SAME)).min(1.0)
}

/// The probability of all ways to take `left` from the columns that are not above `limit` in logarithm.
fn unlikely(columns: &[Vec<f64>], left: u64, so_far: f64, limit: f64) -> f64 {
    let (column, rest) = columns.split_first().expect("a table has a column");
    if rest.is_empty() {
        let whole = usize::try_from(left).ok().and_then(|left| column.get(left)).map(|ways| so_far + ways);
        return whole.filter(|&whole| whole <= limit).map_or(0.0, exp);
    }
    let taken = column.iter().zip(0..=left);
    taken.map(|(ways, taken)| unlikely(rest, left - taken, so_far + ways, limit)).sum()
}

/// The p-value by random tables with the same sums: the items of the columns are dealt to the rows again.
fn drawn(table: &[Vec<u64>], statistic: f64, seed: u64) -> f64 {
    let (rows, columns, _) = margins(table);
    let repeat = |(column, &sum): (usize, &u64)| std::iter::repeat_n(column, sum as usize);
    let mut items: Vec<usize> = columns.iter().enumerate().flat_map(repeat).collect();
    let mut indices = Indices::new(seed);
    let extreme = (0..TABLES_DRAWN).filter(|_| {
        indices.shuffle(&mut items);
        let mut rest = items.as_slice();
        let dealt: Vec<Vec<u64>> = rows
            .iter()
            .map(|&sum| {
                let (row, others) = rest.split_at(sum as usize);
                rest = others;
                let mut counts = vec![0; columns.len()];
                row.iter().for_each(|&column| counts[column] += 1);
                counts
            })
            .collect();
        chi_square(&dealt) * SAME >= statistic
    });
    share_with_seen(extreme.count() as u64)
}

/// The share of drawn tables that are as extreme, the one seen among them: never 0.
fn share_with_seen(extreme: u64) -> f64 {
    (extreme + 1) as f64 / (TABLES_DRAWN + 1) as f64
}

/// A random category.
fn category(indices: &mut Indices, probabilities: &[f64]) -> usize {
    let mut rest = indices.unit();
    let last = probabilities.iter().rposition(|&probability| probability > 0.0);
    let found = probabilities.iter().position(|&probability| {
        rest -= probability;
        rest < 0.0
    });
    found.or(last).expect("the probabilities add up to 1")
}

/// One probability a count, and a sum of 1.
fn check_probabilities(counts: &[u64], probabilities: &[f64]) -> Result<(), TableError> {
    if counts.len() != probabilities.len() {
        return Err(TableError::Ragged { row: 2, found: probabilities.len(), expected: counts.len() });
    }
    let bad = |&(_, probability): &(usize, &f64)| !(0.0..=1.0).contains(probability);
    if let Some((index, &probability)) = probabilities.iter().enumerate().find(bad) {
        return Err(TableError::Probability { category: index + 1, probability });
    }
    let last = probabilities.last().copied().unwrap_or(f64::NAN);
    if (probabilities.iter().sum::<f64>() - 1.0).abs() > 1e-9 {
        return Err(TableError::Probability { category: probabilities.len(), probability: last });
    }
    Ok(())
}

/// The logarithm of the probability of exactly so many successes.
fn ln_binomial(successes: u64, trials: u64, probability: f64) -> f64 {
    let failures = trials - successes;
    ln_factorial(trials) - ln_factorial(successes) - ln_factorial(failures)
        + successes as f64 * ln(probability)
        + failures as f64 * libm::log1p(-probability)
}

/// The probability of at most so many successes.
fn at_most(successes: u64, trials: u64, probability: f64) -> f64 {
    if successes >= trials {
        return 1.0;
    }
    beta_cdf((trials - successes) as f64, successes as f64 + 1.0, 1.0 - probability)
}
