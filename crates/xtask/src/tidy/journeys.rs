//! The journeys of docs/ARCHITECTURE.md: four of them, each told in at most eight numbered steps.

/// How many journeys there are.
const JOURNEYS: usize = 4;

/// The most steps of one: what takes more goes through too many hands.
const STEPS_MAX: usize = 8;

/// What is wrong with the section about journeys.
pub(super) fn faults(architecture: &str) -> Vec<String> {
    let heading = |line: &&str| line.starts_with("## ") && line.to_lowercase().contains("journeys");
    let section = architecture.lines().skip_while(|line| !heading(line)).skip(1);
    let section = section.take_while(|line| !line.starts_with("## "));
    let mut journeys: Vec<(&str, usize)> = Vec::new();
    for line in section {
        if line.starts_with("### ") || line.starts_with("**") {
            journeys.push((line, 0));
        } else if is_step(line)
            && let Some((_, steps)) = journeys.last_mut()
        {
            *steps += 1;
        }
    }
    let mut faults = Vec::new();
    if journeys.len() != JOURNEYS {
        faults.push(format!("docs/ARCHITECTURE.md tells {} journeys, expected {JOURNEYS}", journeys.len()));
    }
    let long = journeys.iter().filter(|(_, steps)| !(1..=STEPS_MAX).contains(steps));
    faults.extend(long.map(|(title, steps)| {
        format!("docs/ARCHITECTURE.md: {title} has {steps} numbered steps, expected 1 to {STEPS_MAX}")
    }));
    faults
}

/// A line such as `3. The room plays the move.`
fn is_step(line: &str) -> bool {
    line.split_once(". ")
        .is_some_and(|(number, _)| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_journeys_of_at_most_eight_steps() {
        let journey = |steps: usize| {
            let steps: String = (1..=steps).map(|number| format!("{number}. A step.\n   More of it.\n")).collect();
            format!("### A journey\n\n{steps}\n")
        };
        let text = |steps: &[usize]| {
            let journeys: String = steps.iter().map(|&steps| journey(steps)).collect();
            format!(
                "# Map\n\n1. Not a journey.\n\n## Four journeys\n\n{journeys}## How to add a game\n\n1. Not a step.\n"
            )
        };
        let check = |steps: &[usize], found: usize| assert_eq!(faults(&text(steps)).len(), found, "{steps:?}");
        check(&[8, 3, 1, 5], 0);
        check(&[8, 9, 1, 5], 1);
        check(&[8, 3, 0, 5], 1);
        check(&[8, 3, 5], 1);
        assert_eq!(faults("# Map\n").len(), 1);
    }
}
