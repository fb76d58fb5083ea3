//! The tests of agreement against figures of scipy 1.17 and of full enumerations in whole numbers.

use enban_stats::{PValueMethod, TableError, binomial_test, fisher_exact, holm, known_shares, same_shares};

fn close(found: f64, expected: f64, what: &str) {
    assert!((found - expected).abs() <= 1e-9 * expected, "{what}: {found}, expected {expected}");
}

#[test]
fn fisher() {
    let check = |table: [[u64; 2]; 2], expected: f64| {
        close(fisher_exact(table), expected, &format!("{table:?}"));
        let general = same_shares(&table.map(|row| row.to_vec()), 1).unwrap();
        close(general.p_value, expected, &format!("{table:?}"));
        assert_eq!(general.method, PValueMethod::Exact);
    };
    check([[3, 1], [1, 3]], 0.48571428571428565);
    check([[8, 2], [1, 5]], 0.034965034965034975);
    check([[120, 80], [95, 105]], 0.01598574593181204);
    check([[0, 10], [12, 3]], 0.00010768609503297887);
    check([[5, 0], [7, 0]], 1.0);
    check([[5021, 4979], [4810, 5190]], 0.0029744163774704604);
}

#[test]
fn tables_with_many_counts() {
    let check = |table: &[Vec<u64>], statistic: f64, degrees: u64, p_value: f64| {
        let test = same_shares(table, 1).unwrap();
        assert_eq!((test.degrees, test.method), (degrees, PValueMethod::ChiSquare));
        close(test.statistic, statistic, "statistic");
        close(test.p_value, p_value, "p-value");
    };
    check(&[vec![30, 20, 50], vec![45, 15, 40]], 4.825396825396825, 2, 0.08957326253887996);
    check(&[vec![500, 100, 400], vec![530, 90, 380]], 1.9129227100611872, 2, 0.3842502080840494);
    let three = [vec![10, 20, 30, 40], vec![15, 25, 30, 30], vec![20, 20, 20, 40]];
    check(&three, 8.42074592074592, 6, 0.20886977225558231);
    // Columns and rows without counts do not matter.
    let padded = [vec![30, 0, 20, 50], vec![0, 0, 0, 0], vec![45, 0, 15, 40]];
    check(&padded, 4.825396825396825, 2, 0.08957326253887996);
}

#[test]
fn tables_with_few_counts() {
    let check = |table: &[Vec<u64>], p_value: f64| {
        let test = same_shares(table, 1).unwrap();
        assert_eq!(test.method, PValueMethod::Exact);
        close(test.p_value, p_value, &format!("{table:?}"));
    };
    check(&[vec![7, 2, 1], vec![3, 0, 7]], 0.019766611097880447);
    check(&[vec![12, 3, 5], vec![20, 0, 10]], 0.11001221846148031);
    check(&[vec![3, 1, 0, 2], vec![0, 4, 2, 2]], 0.11754911754911755);
    check(&[vec![9, 0, 0], vec![4, 0, 0]], 1.0);
    check(&[], 1.0);
}

#[test]
fn tables_that_are_drawn() {
    // The exact probability of a statistic at least as large is 0.1181; 20,000 tables know it to 0.0023.
    let table = [vec![3, 0, 5], vec![1, 4, 2], vec![0, 2, 2]];
    let test = same_shares(&table, 7).unwrap();
    assert_eq!(test.method, PValueMethod::MonteCarlo { tables: 20_000 });
    close(test.statistic, 7.3417658730158735, "statistic");
    assert!((test.p_value - 0.11811325928972986).abs() < 0.007, "{test:?}");
    assert_eq!(test, same_shares(&table, 7).unwrap());
    assert_ne!(test.p_value, same_shares(&table, 8).unwrap().p_value);
}

#[test]
fn a_count_against_a_probability() {
    let check = |successes: u64, trials: u64, probability: f64, expected: f64| {
        let found = binomial_test(successes, trials, probability);
        close(found, expected, &format!("{successes} of {trials} at {probability}"));
        let mirrored = binomial_test(trials - successes, trials, 1.0 - probability);
        close(mirrored, expected, "seen from the other side");
    };
    check(3, 20, 0.5, 0.0025768280029296875);
    check(15, 20, 0.3, 4.294002195359168e-05);
    check(0, 10, 0.1, 0.6125795109999999);
    check(7, 10, 0.7, 1.0);
    check(550, 1000, 0.5, 0.0017305360849763027);
    check(480, 1000, 0.5, 0.2174482932041415);
    check(5, 9, 0.05, 3.3222207031249994e-05);
    check(123456, 250000, 0.49, 0.00013195446662940557);
    check(1, 3, 0.4, 1.0);
    check(100000, 1000000, 0.1003, 0.3187617594858941);
    assert_eq!((binomial_test(1, 5, 0.0), binomial_test(0, 5, 0.0), binomial_test(0, 0, 0.3)), (0.0, 1.0, 1.0));
}

#[test]
fn counts_against_probabilities() {
    let check = |counts: &[u64], probabilities: &[f64], statistic: f64, p_value: f64| {
        let test = known_shares(counts, probabilities, 1).unwrap();
        assert_eq!((test.degrees, test.method), (2, PValueMethod::ChiSquare));
        close(test.statistic, statistic, "statistic");
        close(test.p_value, p_value, "p-value");
    };
    check(&[30, 50, 20], &[0.25, 0.5, 0.25], 2.0, 0.36787944117144245);
    check(&[60, 25, 15], &[0.5, 0.25, 0.25], 6.0, 0.04978706836786395);
    // Exactly 0.19648, by the probabilities of all counts.
    let few = known_shares(&[4, 1, 1], &[0.3, 0.3, 0.4], 3).unwrap();
    assert_eq!(few.method, PValueMethod::MonteCarlo { tables: 20_000 });
    assert!((few.p_value - 0.19648).abs() < 0.009, "{few:?}");
    assert_eq!(known_shares(&[4, 1], &[1.0, 0.0], 3).unwrap().p_value, 0.0);
}

#[test]
fn what_is_no_table_is_named() {
    let ragged = TableError::Ragged { row: 2, found: 1, expected: 2 };
    assert_eq!(same_shares(&[vec![1, 2], vec![3]], 1), Err(ragged));
    assert_eq!(known_shares(&[1, 2], &[1.0], 1), Err(ragged));
    let negative = TableError::Probability { category: 2, probability: -0.5 };
    assert_eq!(known_shares(&[1, 2], &[1.5 - 0.5, -0.5], 1), Err(negative));
    assert!(known_shares(&[1, 2], &[0.5, 0.4], 1).is_err());
}

#[test]
fn holms_correction() {
    let check = |p_values: &[f64], expected: &[f64]| {
        let adjusted = holm(p_values);
        assert_eq!(adjusted.len(), expected.len());
        adjusted.iter().zip(expected).for_each(|(&found, &expected)| close(found, expected, "adjusted"));
    };
    check(&[0.01, 0.04, 0.03, 0.005], &[0.03, 0.06, 0.06, 0.02]);
    check(&[0.5, 0.9, 0.8], &[1.0, 1.0, 1.0]);
    check(&[0.02], &[0.02]);
    check(&[], &[]);
}
